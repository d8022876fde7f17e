//! TeX and its kin, and programs that turn pictures, sound and film into others.
//!
//! A document of TeX's may name files to read and write, and with one option programs to run; what stands on the command
//! line instead of a file name is TeX itself. Pictures and films are named by prefixes that reach beyond files: see the
//! oddities.

use super::entry::{Arg, BUILDS, Effect, Entry, FILES, OUTPUTS, READS, RUNS, Special, Style, WRITES};

/// What these share: `tex`, `pdflatex`, `lualatex` and others.
const TEX: Entry = Entry {
    style: Style::Single,
    long: "interaction= halt-on-error file-line-error no-file-line-error file-line-error-style draftmode jobname= \
           synctex= etex enc mltex recorder version help credits no-shell-escape disable-write18 8bit \
           kpathsea-debug= output-format= output-comment= src-specials? parse-first-line no-parse-first-line no-pdf \
           translate-file= default-translate-file= c-style-errors safer nosocket papersize= utc progname= mktex= \
           no-mktex= quiet buf-size= main-memory= extra-mem-top= extra-mem-bot= strict",
    special: &[
        Special::flag("shell-escape enable-write18 shell-restricted shell-escape-commands", Effect::Run),
        Special::writes("output-directory"),
        Special::writes("aux-directory"),
        Special::reads("include-directory"),
        Special::value("fmt", Arg::Read, Effect::Run),
        Special::flag("ini", Effect::Run),
        Special::value("lua", Arg::Read, Effect::Run),
        Special::flag("luaonly luaconly", Effect::Run),
        Special::value("cnf-line", Arg::Setting, Effect::Run),
        Special::value("output-driver", Arg::Program, Effect::Run),
        Special::flag("ipc ipc-start socket", Effect::Run),
    ],
    operands: FILES,
    ..BUILDS
};

/// What these share: `latexmk`, `arara`, `tectonic`. Their configuration is code.
const LATEXMK: Entry = Entry {
    style: Style::Single,
    long: "pdf pdf- pdfxe pdflua pdfdvi pdfps xelatex lualatex ps dvi ps- dvi- f g gg silent quiet verbose \
           interaction= halt-on-error file-line-error synctex= bibtex bibtex- bibtexfudge jobname= v version help \
           recorder recorder- cd cd- diagnostics logfilewarnings logfilewarninglist rules time showextraoptions \
           draftmode deps dependents no-shell-escape",
    special: &[
        Special::value("e", Arg::Code, Effect::Run),
        Special::value("r", Arg::Read, Effect::Run),
        Special::value("usepretex pretex", Arg::Code, Effect::Run).attached(),
        Special::runs("pdflatex latex xelatex-cmd pdfxelatex pdflualatex dvilualatex lualatex-cmd").attached(),
        Special::value("latexoption", Arg::Text, Effect::Run).attached(),
        Special::flag("shell-escape enable-write18", Effect::Run),
        Special::runs("pF dF"),
        // Viewers and printers.
        Special::flag("pv pvc view p print new-viewer", Effect::Run).attached(),
        Special::flag("c C CA CF", Effect::Delete),
        Special::writes("outdir output-directory"),
        Special::writes("auxdir aux-directory"),
        Special::writes("deps-out"),
    ],
    operands: FILES,
    ..BUILDS
};

/// What these share: `convert`, `magick` and the other tools of `ImageMagick`.
const MAGICK: Entry = Entry {
    style: Style::Single,
    long: "adaptive-blur= adaptive-resize= adaptive-sharpen= adjoin affine= alpha= annotate= antialias append \
           attenuate= auto-gamma auto-level auto-orient auto-threshold= background= black-threshold= blend= \
           blue-shift= blur= border= bordercolor= brightness-contrast= canny= caption= channel= charcoal= chop= \
           clamp clip clone= clut coalesce colorize= colors= colorspace= combine comment= compose= composite \
           compress= connected-components= contrast contrast-stretch= convolve= crop= cycle= deconstruct define= \
           delay= delete= density= depth= deskew= despeckle direction= dispose= distort= dither= draw= duplicate= \
           edge= emboss= encoding= endian= enhance equalize evaluate= evaluate-sequence= extent= extract= family= \
           fill= filter= flatten flip floodfill= flop font= format= frame= fuzz= fx= gamma= gaussian-blur= geometry= \
           gravity= grayscale= hald-clut help highlight-color= hough-lines= identify implode= insert= \
           interlace= interline-spacing= interpolate= interword-spacing= kerning= kuwahara= label= lat= layers= level= \
           limit= linear-stretch= list= loop= lowlight-color= magnify matte mean-shift= median= metric= mode= \
           modulate= monochrome morphology= mosaic motion-blur= negate noise= normalize opaque= ordered-dither= \
           orient= page= paint= perceptible= ping pointsize= polaroid= posterize= precision= preview= quality= \
           quantize= quiet radial-blur= raise= random-threshold= red-primary= regard-warnings region= render \
           repage resample= resize= respect-parentheses reverse roll= rotate= rotational-blur= sample= \
           sampling-factor= scale= scene= seed= segment= selective-blur= separate sepia-tone= set= shade= \
           shadow= sharpen= shave= shear= sigmoidal-contrast= size= sketch= solarize= splice= spread= statistic= \
           strip stroke= strokewidth= style= subimage-search swap= swirl= threshold= thumbnail= tint= transform \
           transparent= transparent-color= transpose transverse treedepth= trim type= undercolor= unique-colors \
           units= unsharp= verbose version vignette= virtual-pixel= wave= wavelet-denoise= weight= white-point= \
           white-threshold= title= tile-offset= tile= dissolve= watermark= displace= highlight= similarity-threshold=",
    special: &[
        Special::writes("write"),
        Special::writes("path"),
        Special::writes("cache"),
        Special::value("script", Arg::Read, Effect::Run),
        Special::value("process", Arg::Code, Effect::Run),
        Special::flag("distribute-cache", Effect::Run),
        Special::value("debug log", Arg::Text, Effect::Write),
        Special::reads("profile texture map remap mask read-mask write-mask read authenticate"),
        Special::value("display window server remote", Arg::Text, Effect::System),
    ],
    operands: FILES.last(Arg::Write, ""),
    ..WRITES
};

/// What these share: `ffmpeg`, `avconv`. Every operand is an output.
const FFMPEG: Entry = Entry {
    style: Style::Single,
    long: "y n hide_banner loglevel= v= stats nostats nostdin stdin f= c= codec= c:v= c:a= c:s= codec:v= codec:a= \
           vcodec= acodec= scodec= b= b:v= b:a= ab= crf= cq= qp= preset= tune= profile:v= level= r= r:v= s= aspect= \
           pix_fmt= vf= af= filter= filter:v= filter:a= filter_complex= lavfi= map= ss= sseof= t= to= fs= an vn sn dn \
           ar= ac= vol= q= q:v= q:a= qscale= qscale:v= g= keyint_min= bf= threads= shortest metadata= map_metadata= \
           map_chapters= movflags= vframes= aframes= frames= frames:v= loop= stream_loop= re readrate= itsoffset= \
           itsscale= copyts start_at_zero vsync= fps_mode= async= disposition= disposition:a= disposition:s= \
           max_muxing_queue_size= bufsize= maxrate= minrate= fflags= flags= strict= framerate= start_number= \
           pattern_type= update= version formats codecs encoders decoders filters protocols muxers demuxers pix_fmts \
           layouts sample_fmts bsfs h= help= L buildconf devices hwaccels colors benchmark hwaccel= sws_flags= \
           colorspace= color_primaries= color_trc= color_range= x264-params= x265-params= pass= tag:v= tag:a= bsf:v= \
           bsf:a= err_detect= ignore_unknown analyzeduration= probesize= segment_time= reset_timestamps= \
           segment_format= hls_time= hls_list_size= hls_segment_type= autorotate noautorotate accurate_seek \
           noaccurate_seek video_size= sample_rate= channels= compression_level= lossless= id3v2_version= \
           write_xing= shortest_buf_duration= xerror timelimit= dump hex",
    special: &[
        Special::reads("i"),
        Special::reads("attach"),
        Special::value("filter_script filter_script:v filter_script:a filter_complex_script", Arg::Read, Effect::Run),
        // Lets a list of files name any file.
        Special::value("safe", Arg::Text, Effect::Run),
        Special::value("protocol_whitelist", Arg::Text, Effect::Send),
        Special::flag("report", Effect::Write),
        Special::writes("progress"),
        Special::writes("passlogfile"),
        Special::writes("vstats_file"),
        Special::flag("vstats", Effect::Write),
        Special::writes("sdp_file"),
        Special::writes("dump_attachment dump_attachment:t"),
        Special::writes("hls_segment_filename"),
    ],
    operands: OUTPUTS,
    ..WRITES
};

pub(super) const TABLE: &[Entry] = &[
    Entry { names: &["tex"], ..TEX },
    Entry { names: &["etex"], ..TEX },
    Entry { names: &["pdftex"], ..TEX },
    Entry { names: &["pdflatex"], ..TEX },
    Entry { names: &["latex"], ..TEX },
    Entry { names: &["xetex"], ..TEX },
    Entry { names: &["xelatex"], ..TEX },
    Entry { names: &["luatex"], ..TEX },
    Entry { names: &["luahbtex"], ..TEX },
    Entry { names: &["lualatex"], ..TEX },
    Entry { names: &["dvilualatex"], ..TEX },
    Entry { names: &["platex"], ..TEX },
    Entry { names: &["uplatex"], ..TEX },
    Entry { names: &["ptex"], ..TEX },
    Entry { names: &["latexmk"], ..LATEXMK },
    Entry { names: &["texlua", "context", "arara", "mtxrun"], ..RUNS },
    Entry { names: &["mktexlsr", "texhash", "fmtutil", "updmap"], effect: Effect::System, ..RUNS },
    Entry {
        names: &["bibtex", "bibtex8", "pbibtex", "upbibtex"],
        style: Style::Single,
        long: "terse min-crossrefs= version help",
        ..WRITES
    },
    Entry {
        names: &["makeindex", "mendex"],
        flags: "cgilqrLT",
        special: &[
            Special::writes("o"),
            Special::writes("t"),
            Special::reads("s"),
            Special::value("p", Arg::Text, Effect::Read),
        ],
        operands: FILES,
        ..WRITES
    },
    // `-o '!cmd'` prints through a program, and `-R0` lets a document do so.
    Entry {
        names: &["dvips", "dvipdfm", "dvipdfmx", "xdvipdfmx"],
        style: Style::Single,
        long: "q K0 K1 E i a m z V p= l= n= t= D= x= y= T= P= j0 j1 N0 N1 R1 R2 help version",
        special: &[
            Special::value("o", Arg::Write, Effect::Run).attached(),
            Special::flag("R R0", Effect::Run),
            Special::value("D-cmd", Arg::Program, Effect::Run),
        ],
        operands: FILES,
        ..WRITES
    },
    Entry {
        names: &["kpsewhich"],
        style: Style::Single,
        long: "all format= progname= engine= path= var-value= show-path= expand-var= expand-path= expand-braces= help version",
        ..READS
    },
    Entry { names: &["convert"], ..MAGICK },
    Entry { names: &["magick"], ..MAGICK },
    Entry { names: &["montage"], ..MAGICK },
    Entry { names: &["composite"], ..MAGICK },
    Entry { names: &["mogrify"], operands: OUTPUTS, ..MAGICK },
    // A language of its own, and windows.
    Entry { names: &["conjure"], ..RUNS },
    Entry { names: &["import", "animate", "display"], effect: Effect::System, ..RUNS },
    Entry { names: &["ffmpeg"], ..FFMPEG },
    Entry { names: &["avconv"], ..FFMPEG },
    Entry { names: &["ffplay", "mpv", "vlc", "cvlc", "mplayer"], ..RUNS },
    Entry {
        names: &["sox"],
        flags: "GMmnRSTVXZdhqD",
        values: "btrcCev",
        long: "buffer= clobber no-clobber combine= guard help help-effect= help-format= info magic multi-threaded \
               norm? no-dither replay-gain= show-progress single-threaded temp= version bits= channels= encoding= rate= \
               type= volume= endian= reverse-bits",
        special: &[
            Special::value("effects-file", Arg::Read, Effect::Run),
            Special::value("plot", Arg::Text, Effect::Write),
        ],
        operands: OUTPUTS,
        ..WRITES
    },
    // PostScript is a language with files and pipes at hand.
    Entry { names: &["gs", "ghostscript", "gsc", "ps2pdf", "ps2ascii", "pdf2ps", "eps2eps"], ..RUNS },
    Entry {
        names: &["inkscape"],
        values: "dwhbyi",
        flags: "CDSXYWHlV",
        long: "export-type= export-area-page export-area-drawing export-area= export-margin= export-dpi= export-width= \
               export-height= export-background= export-background-opacity= export-id= export-id-only \
               export-plain-svg export-text-to-path export-ignore-filters export-ps-level= export-pdf-version= \
               query-all query-id= query-width query-height query-x query-y version help pages= pdf-page= \
               vacuum-defs no-convert-text-baseline-spacing convert-dpi-method=",
        special: &[
            Special::writes("o export-filename"),
            Special::flag("export-overwrite", Effect::Delete).making(Arg::Write),
            Special::value("a actions", Arg::Code, Effect::Run),
            Special::value("actions-file", Arg::Read, Effect::Run),
            Special::value("verb", Arg::Code, Effect::Run),
            Special::flag("shell", Effect::Run),
            Special::flag("g with-gui batch-process", Effect::Run),
            Special::value("x extension-directory", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        ..WRITES
    },
    // Python, Scheme and scenes that hold code.
    Entry { names: &["blender", "gimp", "gimp-console", "freecad", "openscad", "povray"], ..RUNS },
];

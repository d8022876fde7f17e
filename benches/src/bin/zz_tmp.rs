//! tmp
fn main(){ for s in byleave_benches::shapes::SHAPES { for t in [s.sized(1<<20), s.repeated(100_000)] { let i=std::time::Instant::now(); let r=byleave_shell::read(&t); std::hint::black_box(&r); let ms=i.elapsed().as_secs_f64()*1e3; if ms>60.0 {println!("  {} {} {ms:.2}", s.name, t.len());} 
 let i=std::time::Instant::now(); if t.len() < 20000000 { let n = format!("{r:?}").len();  let ms=i.elapsed().as_secs_f64()*1e3; if ms > 2000.0 {println!("  debug {} {} {n} {ms:.0}", s.name, t.len());} } 
 } } }

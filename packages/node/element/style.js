// How <byleave-approval> looks. A sheet of its own, not a style element: that works under any Content-Security-Policy.

export const SHEET = new CSSStyleSheet();

SHEET.replaceSync(`
:host { display: block; color-scheme: light dark; --accent: #1f6f43; --deny: #a3262a; --ask: #8a5a00; --rule: #8886; --code: #8881; font: 1rem/1.5 system-ui, sans-serif; }
.card { border: 1px solid var(--rule); border-radius: 10px; padding: 1rem; max-width: 60rem; }
h2 { margin: 0 0 .4rem; font-size: 1.15rem; } h3 { margin: .8rem 0 .2rem; font-size: 1rem; }
.risk { font-weight: 600; margin: 0; } .risk.high, .risk.critical { color: var(--deny); } .risk.medium { color: var(--ask); }
.who, .tool { margin: .2rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8rem; margin: .4rem 0; } dd { margin: 0; }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: 3px solid var(--rule); }
.foreign { direction: ltr; unicode-bidi: bidi-override; overflow-wrap: anywhere; white-space: pre-wrap; }
.chip { border: 1px solid var(--ask); border-radius: 4px; padding: 0 .2em; font-size: .85em; } .chip.quiet { border-color: transparent; }
pre { background: var(--code); border-radius: 8px; padding: .6rem .8rem; margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.command { border: 1px solid var(--rule); border-radius: 8px; margin: .4rem 0; padding: .25rem 0; }
.row-of { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .05rem .8rem .05rem .65rem; border-left: 3px solid transparent; }
.row-of.ask { border-left-color: var(--ask); } .row-of.deny, .row-of.red { border-left-color: var(--deny); font-weight: 600; }
.mark.outside { color: var(--deny); font-weight: 600; }
.part.ask { text-decoration: underline wavy var(--ask); } .part.deny { text-decoration: underline wavy var(--deny); }
.parts { list-style: none; padding: 0; } .parts li { display: flex; gap: .6rem; }
.answer { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .8rem; }
button, input { font: inherit; min-height: 44px; border-radius: 8px; border: 1px solid var(--rule); padding: .3rem .9rem; }
.approve { background: var(--accent); color: #fff; border-color: transparent; } .deny, .stop { color: var(--deny); background: transparent; border-color: var(--deny); }
input { flex: 1 1 14rem; min-width: 0; }
button:focus-visible, input:focus-visible, pre:focus-visible, .command:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { :host { --deny: #ff9a9d; --ask: #ffc766; } }
`);

/** The look of the page: everything that it needs, since it is read without a network. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#f6f7fa;--card:#fff;--line:#dfe3ec;--soft:#eef1f7;--ink:#1c2333;--quiet:#586179;--accent:#2f5bd7;--accent-soft:#e8eefc}
@media(prefers-color-scheme:dark){:root{--paper:#12151d;--card:#1b202c;--line:#2d3445;--soft:#232a39;--ink:#e8ebf4;--quiet:#a5aec4;--accent:#8fadff;--accent-soft:#222c47}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}
main,header{max-width:66rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:3.5rem}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:3px}
a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
.company{margin:0 0 .5rem;color:var(--quiet);font-weight:600}
h1{margin:0;font-size:clamp(1.9rem,6vw,2.8rem);line-height:1.15;letter-spacing:-.02em}
.person{margin:.5rem 0 0;font-size:1.25rem}
.intro{max-width:44rem;margin:1.25rem 0 .25rem;font-size:1.06rem}
.made{margin:0;color:var(--quiet)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(13.5rem,1fr));gap:.75rem;margin:2rem 0 0;padding:0;list-style:none}
.cards a{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;height:100%;padding:.9rem 1.1rem;background:var(--card);border:1px solid var(--line);border-radius:12px;color:inherit;text-decoration:none}
.cards a:hover{border-color:var(--accent)}
.cards strong{font-weight:600}
.number{color:var(--accent);font-weight:600;font-variant-numeric:tabular-nums}
.zero .number{color:var(--quiet);font-weight:400}
section{margin:1.5rem 0 0;padding:1.5rem 1.75rem;background:var(--card);border:1px solid var(--line);border-radius:16px}
h2{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;margin:0;font-size:1.35rem;line-height:1.3}
h2 small{font-size:.9rem;font-weight:400;color:var(--quiet)}
.about{margin:.25rem 0 1rem;color:var(--quiet)}
.nothing{margin:0;padding:.9rem 1rem;background:var(--soft);border-radius:10px;color:var(--quiet)}
.raw{margin:1rem 0 0;font-size:.9rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.7rem .75rem .7rem 0;border-top:1px solid var(--line);text-align:start;vertical-align:top}
thead th{border-top:0;padding-top:0;color:var(--quiet);font-size:.85rem;font-weight:600}
td>strong{font-weight:500}
td.date{width:8.5rem;color:var(--quiet);white-space:nowrap;font-variant-numeric:tabular-nums}
ul.files{margin:.35rem 0 0;padding:0;list-style:none}
ul.files li+li{margin-top:.4rem}
.size{color:var(--quiet);font-size:.85rem;white-space:nowrap}
details{margin-top:.3rem}
summary{display:inline-block;padding:.15rem 0;color:var(--accent);font-size:.9rem;cursor:pointer}
dl{display:grid;grid-template-columns:fit-content(14rem) minmax(0,1fr);gap:.35rem 1.25rem;margin:.5rem 0 0;font-size:.94rem}
dt{color:var(--quiet)}
dd{margin:0;white-space:pre-wrap}
dd dl{margin-top:0}
dl.facts{font-size:1rem}
ol.parts{margin:0;padding:0;list-style:none;white-space:normal}
ol.parts>li{padding:.5rem .75rem;background:var(--soft);border-radius:8px}
ol.parts>li+li{margin-top:.4rem}
ol.parts dl{margin:0}
.plain{margin:.5rem 0 0;padding-inline-start:1.2rem}
footer{margin:1.5rem 0 4rem}
@media(max-width:40rem){
main,header{padding-inline:1rem}
header{padding-top:2rem}
.cards{grid-template-columns:1fr 1fr;gap:.5rem}
.cards a{padding:.75rem .85rem}
section{padding:1.15rem 1.1rem;border-radius:12px}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{display:block;padding:.8rem 0;border-top:1px solid var(--line)}
tbody tr:first-child{border-top:0;padding-top:0}
tbody td{display:block;width:auto!important;padding:0;border:0}
tbody td.date{font-size:.88rem}
dl,dd dl{grid-template-columns:1fr;gap:0}
dd{margin-bottom:.5rem}
}
@media print{
:root{--paper:#fff;--card:#fff;--line:#c9ced9;--soft:#f4f5f8;--ink:#000;--quiet:#444;--accent:#1d3f9e}
body{font-size:10.5pt}
header{padding-top:0}
.cards{grid-template-columns:repeat(3,1fr)}
section{padding:1rem 0 0;border:0;border-top:2px solid var(--line);border-radius:0}
h2{break-after:avoid}
tr,dt,dd,ol.parts>li{break-inside:avoid}
details::details-content{content-visibility:visible;block-size:auto}
summary{display:none}
}
`

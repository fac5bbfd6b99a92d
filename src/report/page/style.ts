/**
 * The style sheet of `report.html`. Colours are named by what they mean; each pair of text and ground has a contrast of 4.5 or
 * more, in light and in dark.
 */
export const style: string = `
:root{color-scheme:light dark;--ground:#fbfaf8;--paper:#fff;--soft:#f3f1ed;--ink:#1d1c1a;--quiet:#615d56;--rule:#e0dcd4;--link:#1f4f8f;--mark:#ffe9a8;--mark-ink:#3b2c00;
--fail:#a8201a;--fail-soft:#fbeae8;--warn:#805300;--warn-soft:#fbf1dc;--pass:#1c6a3d;--pass-soft:#e6f2ea;--open:#4a4f8a;--open-soft:#ecedf7;--off:#5f5b55;--off-soft:#efede9;--bar-off:#b9b3a8;
--text:-apple-system,"Segoe UI",Inter,Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{--ground:#161614;--paper:#1e1e1b;--soft:#272622;--ink:#ebe8e2;--quiet:#aca69b;--rule:#3a3832;--link:#93bdf2;--mark:#5a4700;--mark-ink:#fff0c2;
--fail:#ff9d94;--fail-soft:#3b1e1b;--warn:#eabf6a;--warn-soft:#352a14;--pass:#86cf9f;--pass-soft:#1a3123;--open:#b6bbf2;--open-soft:#26283f;--off:#c4beb4;--off-soft:#2d2b27;--bar-off:#77716a}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:7rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 var(--text);overflow-wrap:anywhere;padding:0 clamp(1rem,4vw,3rem) 5rem}
body>*{max-width:68rem;margin-left:auto;margin-right:auto}
h1,h2,h3,h4,h5,p,ul,dl,dd,blockquote,pre,table{margin:0;padding:0}
ul{list-style:none}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
a.whole{white-space:nowrap}
code,pre{font-family:var(--mono);font-size:.86em}
.quiet{color:var(--quiet);font-size:.9em}
.quiet code,.tags code{font-size:.93em}
.note{color:var(--quiet);max-width:48rem;margin:.4rem 0 1.2rem}
.none{padding:1rem 1.2rem;background:var(--soft);border-radius:8px}
.hidden,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:absolute;top:.5rem;background:var(--paper);padding:.5rem 1rem;z-index:9}
.anchor{color:var(--quiet);text-decoration:none;font-weight:400;padding:0 .3em;font-family:var(--mono)}
.anchor:hover{color:var(--link);text-decoration:underline}
/* verdict */
.masthead{padding:2.2rem 0 1.6rem}
.brand{font-weight:650;letter-spacing:.01em;margin-bottom:1.6rem}
.brand span{color:var(--quiet);font-weight:400}
h1{font-size:clamp(1.25rem,1rem + 1.5vw,1.75rem);line-height:1.32;font-weight:500;letter-spacing:-.01em;max-width:46rem;text-wrap:pretty;white-space:pre-line}
.verdict{display:block;font-size:clamp(2.4rem,1.6rem + 4vw,4rem);line-height:1.1;font-weight:700;letter-spacing:-.035em;margin-bottom:.5rem;color:var(--v)}
.verdict::before{content:var(--sign);content:var(--sign)/"";display:inline-grid;place-items:center;width:1em;height:1em;margin-right:.25em;border-radius:50%;background:var(--v);color:var(--ground);font-size:.72em;vertical-align:.08em;font-weight:700;letter-spacing:0}
.v-conforms{--v:var(--pass);--sign:"✓"}.v-fails{--v:var(--fail);--sign:"✕"}.v-noted{--v:var(--open);--sign:"i"}.v-unverified{--v:var(--open);--sign:"?"}.v-aborted,.v-suite-error{--v:var(--warn);--sign:"!"}
.lead{color:var(--quiet);margin-top:.8rem;max-width:46rem}
.tested{color:var(--quiet);margin-top:.7rem}
.masthead section{margin-top:1.5rem}
.masthead h2{font-size:1.08rem;margin-bottom:.35rem;letter-spacing:0}
.masthead ol{padding-left:1.4rem;display:grid;gap:.35rem;max-width:54rem}
.next dt{font-size:inherit;color:var(--ink);font-weight:650}.next dl{display:grid;gap:.5rem}
.masthead section>p{max-width:54rem;margin-top:.2rem}.masthead .meaning>ol+p{margin-top:.6rem}
.standing{width:auto;margin:1.6rem 0 1.4rem;font-variant-numeric:tabular-nums}
.standing th,.standing td{padding:.3rem 1.6rem .3rem 0;overflow-wrap:normal}
.standing td,.standing thead th:not(:first-child){text-align:right}
.standing td{font-weight:400;color:var(--quiet)}.standing .n-fail{color:var(--fail);font-weight:700}.standing .n-warn{color:var(--warn);font-weight:700}.standing .n-untested{color:var(--open);font-weight:700}.standing .n-pass{color:var(--pass)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.9rem 2rem;border-top:1px solid var(--rule);padding-top:1.1rem}
dt{color:var(--quiet);font-size:.82rem}
.remarks{margin-top:1.4rem;display:grid;gap:.5rem}
.remarks li{white-space:pre-line}
.remarks li,.callout{background:var(--warn-soft);border-left:3px solid var(--warn);padding:.6rem .9rem;border-radius:0 6px 6px 0}
.callout{margin:.6rem 0}
/* contents and controls */
.bar{position:sticky;top:0;z-index:5;background:var(--ground);border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);padding:.3rem 0}
.contents ul{display:flex;gap:.1rem 1.3rem;overflow-x:auto;white-space:nowrap;scrollbar-width:none}
.contents a{display:inline-block;padding:.25rem 0;text-decoration:none;font-weight:550}
.contents a:hover{text-decoration:underline}
.contents .quiet{font-weight:400;font-variant-numeric:tabular-nums}
.controls{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:center;padding:.25rem 0 .35rem}
.controls .find{flex:1 1 9rem;min-width:0}.controls .find input{width:100%}
.filters summary{padding:.4rem .3rem .4rem 1.3rem}
.filters>div{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
.filters[open]{flex-basis:100%;order:1}
.filters label{display:grid;gap:.1rem;font-size:.82rem;color:var(--quiet);min-width:0}
.controls p{flex-basis:100%;font-size:.9rem;color:var(--quiet);order:2}
.controls p:empty{display:none}
input,select,button{font:inherit;font-size:.95rem;color:var(--ink);background:var(--paper);border:1px solid #8d887e;border-radius:6px;padding:.4rem .6rem;min-height:2.4rem;max-width:100%;min-width:0}
select{max-width:13rem}
button{cursor:pointer;background:var(--soft)}
::placeholder{color:var(--quiet);opacity:1}
/* sections */
main>section{padding-top:2.8rem}
h2{font-size:1.5rem;line-height:1.25;letter-spacing:-.015em;font-weight:650;margin-bottom:.5rem}
h3{font-size:1.08rem;line-height:1.4;font-weight:600}
h4{font-size:.95rem;font-weight:650;margin:1.5rem 0 .5rem}
h5{font-size:.8rem;font-weight:600;color:var(--quiet);margin-bottom:.3rem}
summary{cursor:pointer;list-style:none;position:relative;padding-left:1.3rem}
summary::-webkit-details-marker{display:none}
summary::before{content:"▸";content:"▸"/"";position:absolute;left:0;color:var(--quiet);transition:transform .12s}
details[open]>summary::before{transform:rotate(90deg)}
.card{position:relative;background:var(--paper);border:1px solid var(--rule);border-radius:10px;margin-bottom:.9rem}
.card.item>details>summary{padding:1rem 3rem 1rem 2.4rem}
.card.item>details>summary::before{left:1.1rem;top:1rem}
.card>.anchor,.chapter>.anchor,.clause>.anchor{position:absolute;right:.6rem;top:.75rem}
.card.item>details>:not(summary){margin-left:1.25rem;margin-right:1.25rem}
.card.item>details{padding-bottom:.1rem}
.card.item>details[open]{padding-bottom:1.25rem}
.card summary h3{margin-top:.35rem;font-size:1.12rem}
.tags{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:center;font-size:.86rem;color:var(--quiet)}
.badge,.count{display:inline-flex;align-items:center;gap:.35em;font-size:.8rem;font-weight:600;line-height:1.5;padding:.05rem .55rem .05rem .45rem;border-radius:99px;background:var(--bg);color:var(--fg);white-space:nowrap}
.count{background:none;padding:0;margin-right:.8rem;font-weight:500}
.badge::before,.count::before{content:var(--sign);content:var(--sign)/"";font-weight:700}
.o-fail,.o-error{--fg:var(--fail);--bg:var(--fail-soft);--sign:"✕"}.o-error{--sign:"‼"}.o-warn{--fg:var(--warn);--bg:var(--warn-soft);--sign:"!"}.o-waived{--fg:var(--warn);--bg:var(--warn-soft);--sign:"~"}
.o-pass{--fg:var(--pass);--bg:var(--pass-soft);--sign:"✓"}.o-untested{--fg:var(--open);--bg:var(--open-soft);--sign:"?"}
.o-not-applicable,.o-unobservable,.o-not-selected{--fg:var(--off);--bg:var(--off-soft);--sign:"–"}
.level{text-transform:none}
.target{outline:3px solid var(--link);outline-offset:2px;border-radius:8px}
.target>th,.target>td{background:var(--mark);color:var(--mark-ink)}
tr.target :is(a,.quiet){color:inherit}
/* a failure */
.check+.check{border-top:1px solid var(--rule);margin-top:1.2rem;padding-top:.1rem}
.check h4{margin-top:.8rem;font-size:1rem}
blockquote{border-left:3px solid var(--rule);padding:.1rem 0 .1rem 1rem;margin:.7rem 0}
blockquote p{font-family:Georgia,"Times New Roman","Liberation Serif",serif;font-size:1.08rem}
blockquote footer{margin-top:.25rem;font-size:.9rem}
.finding{background:var(--soft);border-radius:8px;padding:.8rem 1rem;margin:.7rem 0}
.finding>p{font-weight:550}
.finding dl{display:grid;gap:.45rem;margin-top:.6rem}
.finding dl:first-child{margin-top:0}
.check>details{margin:.5rem 0}
.finding dl>div{display:grid;grid-template-columns:6rem 1fr;gap:.2rem 1rem}
.finding dt{padding-top:.1rem}
.finding dd{min-width:0;white-space:pre-wrap}
.finding dd pre{background:none;padding:0;border:0;color:var(--fail)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;overflow:auto;background:var(--soft);border:1px solid var(--rule);border-radius:8px;padding:.75rem .9rem;line-height:1.5;tab-size:2}
.exchange{margin-bottom:1rem}
.exchange-head{margin-bottom:.4rem}
.sides{display:grid;gap:.8rem;grid-template-columns:1fr}
.side{min-width:0}
.header,.elided{color:var(--quiet)}
mark .elided{color:inherit}
mark{background:var(--mark);color:var(--mark-ink);border-radius:3px;padding:.08em .2em;box-decoration-break:clone;-webkit-box-decoration-break:clone;border-bottom:2px solid var(--fail)}
.here{color:var(--fail);font-weight:600;font-family:var(--text)}
.command{margin:.3rem 0 .9rem;max-height:20rem}
.code{position:relative}
.copy{position:absolute;top:.35rem;right:.35rem;min-height:0;padding:.1rem .6rem;font-size:.82rem}
.code:has(.copy) pre{padding-right:5rem}
.why{margin:.2rem 0 .6rem;max-width:48rem}
.number{font-weight:700;color:var(--ink)}
.steps{padding-left:1.6rem;display:grid;gap:.3rem;margin-bottom:.8rem}
.steps .exchange{margin-top:.5rem}
.steps mark{font-weight:600}
.certificate{padding:1.2rem 1.4rem;border-width:2px}
.certificate h3{margin-top:1rem}
.plain{list-style:disc;padding-left:1.3rem}
.finding+.finding{margin-top:.5rem}
/* clauses */
.chapter{position:relative;border-top:1px solid var(--rule)}
.chapter:last-child{border-bottom:1px solid var(--rule)}
.chapter>details>summary{padding:.8rem 2.4rem .8rem 1.4rem;display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;justify-content:space-between;align-items:baseline}
.chapter>details>summary::before{top:.8rem}
.chapter>.anchor{z-index:1}
.counts{font-size:.86rem;color:var(--quiet)}
.chapter h4{color:var(--quiet);font-weight:600}
.clause{position:relative;padding:.7rem 2.4rem .7rem 0;border-top:1px solid var(--rule)}
.clause>p+p{margin-top:.25rem}
/* What is out of sight is not laid out: a search opens chapters by the hundred clauses. */
@media screen{.clause,.card,main>section{content-visibility:auto;contain-intrinsic-size:auto 7rem;overflow-clip-margin:.5rem}main>section{contain-intrinsic-size:auto 60rem}}
.checks{margin:.4rem 0 0;display:grid;gap:.3rem;font-size:.93rem}
.clause>.checks{padding-left:1rem;border-left:2px solid var(--rule)}
.clause .checks .badge{background:none;padding:0}
.reason{padding:1rem 1.25rem}
.reason details{margin-top:.4rem}
.reason .tags{margin-bottom:.3rem}
.remedy span{color:var(--quiet)}
/* tables */
table{border-collapse:collapse;width:100%;font-size:.93rem}
caption{text-align:left;color:var(--quiet);font-size:.86rem;padding-bottom:.4rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .9rem .5rem 0;border-bottom:1px solid var(--rule);font-weight:400}
thead th{color:var(--quiet);font-size:.82rem;font-weight:600}
tbody th{min-width:8rem}
th>.id{display:block}
.rows th,.rows td{white-space:nowrap;padding:.22rem .9rem .22rem 0;font-variant-numeric:tabular-nums}
.rows tbody th{min-width:0}
.rows code{white-space:nowrap}
.named{font-weight:600;color:var(--fail)}
.page{border-top:1px solid var(--rule)}
.page>summary{padding-top:.5rem;padding-bottom:.5rem}
.page>summary::before{top:.5rem}
.scroll{overflow-x:auto;margin:.6rem 0;max-width:100%}
.fate::before{font-weight:700;margin-right:.4em}
.f-nothing::before{content:"✓"/"";color:var(--pass)}.f-for-good::before,.f-for-now::before,.f-unknown::before{content:"!"/"";color:var(--warn)}
.legend{display:grid;gap:.5rem;margin:.8rem 0}
.legend>div{display:grid;grid-template-columns:9.5rem 1fr;gap:1rem}
#about>details,#bookings>details{margin:.6rem 0}
#about pre{margin-top:.6rem;max-height:34rem}
main>section>h3,.none+h3{margin-top:1.8rem}
@media (min-width:60rem){.sides{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}}
@media (max-width:40rem){
.finding dl>div,.legend>div{grid-template-columns:1fr;gap:.1rem}
.card.item>details>summary{padding-left:2.1rem}.card.item>details>:not(summary){margin-left:.8rem;margin-right:.8rem}.card.item>details>summary::before{left:.8rem}
.standing{width:100%;font-size:.86rem}.standing th,.standing td{padding-right:.3rem;overflow-wrap:normal}.standing .quiet{display:none}.standing thead th{font-size:.7rem}.standing tbody th{min-width:0}
.filters label{flex:1 1 8rem}
select{max-width:100%}
.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stack,.stack tbody,.stack tr,.stack th,.stack td,.stack caption{display:block;width:100%}
.stack tr{border-bottom:1px solid var(--rule);padding:.5rem 0}
.stack th,.stack td{border:0;padding:.15rem 0}
.stack td::before{content:attr(data-label)": ";content:attr(data-label)": "/"";color:var(--quiet);font-size:.82rem}
}
@media (max-width:24rem){.standing th:nth-child(5),.standing td:nth-child(5){display:none}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:auto}}
@media print{
:root{color-scheme:light;--ground:#fff;--paper:#fff;--soft:#f6f5f2;--ink:#000;--quiet:#4d4a45;--rule:#ccc;--link:#1f4f8f;--mark:#ffe9a8;--mark-ink:#3b2c00;--fail:#a8201a;--fail-soft:#fff;--warn:#805300;--warn-soft:#fff;--pass:#1c6a3d;--pass-soft:#fff;--open:#4a4f8a;--open-soft:#fff;--off:#5f5b55;--off-soft:#fff}
/* On paper: the decision, the causes, what was not verified, what was run with what. The rest is in the file, to be searched. */
#clauses,#gaps,#lifecycle,#bookings,#timeline,#about details,.bar,.skip,.anchor,.steps,.code,.others,.card.item>details>details,.check details,summary::before,.filters,.card h4,.card .quiet,.reason details,.finding>p,.finding dl>div:last-child:not(:nth-child(2)){display:none!important}
.certificate .code,.certificate .quiet{display:block!important}
body{font-size:9.5pt;line-height:1.4;padding:0}
body>*{max-width:none}
details::details-content{content-visibility:visible;display:block;height:auto}
summary{padding-left:0}
.masthead{padding:0}.brand{margin-bottom:.6rem}
.masthead section,.standing{margin-top:.8rem;margin-bottom:0}
main>section{padding-top:1rem}
h1{font-size:13pt}.verdict{font-size:26pt}h2{font-size:13pt}
.note,.remarks{margin:.2rem 0 .5rem}
.facts{margin-top:.8rem}
.card{margin-bottom:.4rem;border-radius:4px}
.card.item>details>summary{padding:.4rem .8rem 0}.card.item>details,.card.item>details[open]{padding-bottom:.4rem}
.card.item>details>:not(summary){margin-left:.8rem;margin-right:.8rem}
.card summary h3{font-size:10.5pt;margin-top:.1rem}
.why{display:none}
blockquote{margin:.2rem 0}blockquote p{font-size:9.5pt}
.finding{margin:.2rem 0;padding:.3rem .6rem}.finding dl{margin-top:0;gap:.1rem}
.finding dd{max-height:4.2em;overflow:hidden}
.reason{padding:.4rem .8rem}
/* So many are told; the first screen and the file have all. */
#failures>.card:nth-of-type(n+7),#unverified>.reason:nth-of-type(n+7){display:none}
#certificate{break-before:page;break-after:page}
h2,h3,h4,summary{break-after:avoid}
.card,.finding,tr,li{break-inside:avoid}
.badge{border:1px solid currentColor}
svg,mark,.verdict::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@page{margin:14mm;size:A4}
}
@media screen{.printed{display:none}}
`

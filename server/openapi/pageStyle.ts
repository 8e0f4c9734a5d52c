/** The style sheet of /docs. */
export const PAGE_STYLE = `:root{color-scheme:light dark;font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Microsoft JhengHei",sans-serif}
body{display:grid;grid-template:"head head" auto "nav main" 1fr/14rem 1fr;gap:0 2rem;max-width:80rem;margin:0 auto;padding:1rem}
header{grid-area:head}nav{grid-area:nav}main{grid-area:main;min-width:0}
nav ul{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;list-style:none;margin:0;padding:0}
h2{font-size:1.15rem;margin:1.5rem 0 .5rem}h3{font-size:.95rem;margin:.75rem 0 .25rem}
details{border:1px solid #8884;border-radius:6px;margin:.35rem 0;padding:.35rem .75rem}summary{cursor:pointer;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #8883;padding:.2rem .5rem .2rem 0;vertical-align:top;overflow-wrap:anywhere}
code{font:.92em ui-monospace,Consolas,monospace}.method{display:inline-block;min-width:4.2em;font-weight:600}em{opacity:.7}
@media(max-width:50rem){body{display:block}nav ul{position:static;columns:2;max-height:none}}
`

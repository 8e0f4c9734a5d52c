import type { Label } from '../../resources/kit/define.ts'
import { labelIndex, languageTag, type Language } from '../../i18n/types.ts'
import type { OpenApi, Operation } from './document.ts'
import type { Schema } from './schema.ts'

/** The document as a page without scripts: calls by group, each folded, and the shapes they name. */
export function pageOf(document: OpenApi, language: Language): string {
  const say = (label: Label): string => escaped(label[labelIndex[language]])
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = document.tags.map(({ name }, index) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    return `<section id="group-${index}"><h2>${escaped(name)}</h2>${own.map(({ path, method, operation }) => callOf(path, method, operation, say)).join('')}</section>`
  })
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="shape-${escaped(name)}"><summary><code>${escaped(name)}</code> ${escaped(String(schema.title ?? ''))}</summary>${fieldsOf(schema)}</details>`,
  )
  return `<!doctype html>
<html lang="${languageTag[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}</title><link rel="stylesheet" href="/docs/style.css"></head>
<body><header><h1>${escaped(document.info.title)} ${escaped(document.info.version)}</h1><p>${escaped(document.info.description)}</p><p><a href="/v1/openapi.json">openapi.json</a></p></header>
<nav aria-label="${say(GROUPS)}"><ul>${document.tags.map(({ name }, index) => `<li><a href="#group-${index}">${escaped(name)}</a></li>`).join('')}<li><a href="#shapes">${say(SHAPES)}</a></li></ul></nav>
<main>${sections.join('')}<section id="shapes"><h2>${say(SHAPES)}</h2>${shapes.join('')}</section></main></body></html>`
}

const GROUPS: Label = ['分组', '分組', 'Groups']
const SHAPES: Label = ['数据结构', '資料結構', 'Shapes']
const PARAMETERS: Label = ['参数', '參數', 'Parameters']
const REQUEST: Label = ['请求', '請求', 'Request']
const ANSWER: Label = ['应答', '回應', 'Answer']
const OPEN: Label = ['无需登录', '無需登入', 'no sign-in']

function callOf(
  path: string,
  method: string,
  { summary, parameters, requestBody, responses, security }: Operation,
  say: (label: Label) => string,
): string {
  const rows = parameters.map(
    ({ name, in: place, schema }) =>
      `<tr><td><code>${escaped(String(name))}</code></td><td>${escaped(String(place))}</td><td>${typeOf(schema as Schema)}</td></tr>`,
  )
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const success = Object.entries((responses[200]?.content ?? {}) as Record<string, { schema: Schema }>)[0]
  return `<details><summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escaped(path)}</code> ${escaped(summary)}${security.length === 0 ? ` <em>${say(OPEN)}</em>` : ''}</summary>
${rows.length > 0 ? `<h3>${say(PARAMETERS)}</h3><table>${rows.join('')}</table>` : ''}${body ? `<h3>${say(REQUEST)}</h3>${fieldsOf(body)}` : ''}${success ? `<h3>${say(ANSWER)} <code>${escaped(success[0])}</code></h3>${fieldsOf(dataOf(success[1].schema))}` : ''}</details>`
}

/** What of an answer's schema differs from call to call: the envelope is the same everywhere. */
function dataOf(schema: Schema): Schema {
  const own = Array.isArray(schema.allOf) ? (schema.allOf[1] as Schema | undefined) : undefined
  const properties = own?.properties as Record<string, Schema> | undefined
  return properties?.data ?? schema
}

/** An object as a table of its members, anything else as one line. */
function fieldsOf(schema: Schema): string {
  const properties = schema.properties as Record<string, Schema> | undefined
  if (!properties) return `<p>${typeOf(schema)}</p>`
  const required = new Set((schema.required as readonly string[] | undefined) ?? [])
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `<tr><td><code>${escaped(name)}</code>${required.has(name) ? ' *' : ''}</td><td>${typeOf(field)}</td><td>${escaped(String(field.description ?? ''))}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

function typeOf(schema: Schema): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#shape-${escaped(name)}">${escaped(name)}</a>`
  }
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).map(typeOf).join(' | ')
  if (schema.type === 'array') return `[${typeOf((schema.items ?? {}) as Schema)}]`
  if (schema.type === 'object' && schema.properties)
    return `{${Object.entries(schema.properties as Record<string, Schema>)
      .map(([name, field]) => `${escaped(name)}: ${typeOf(field)}`)
      .join(', ')}}`
  const limits = [
    Array.isArray(schema.enum) && schema.enum.join(' '),
    schema.minimum !== undefined && `≥ ${String(schema.minimum)}`,
    schema.maximum !== undefined && `≤ ${String(schema.maximum)}`,
    schema.maxLength !== undefined && `≤ ${String(schema.maxLength)}`,
  ]
  return escaped(
    [
      schema.type === undefined ? 'any' : String(schema.type),
      ...limits.filter((limit) => typeof limit === 'string'),
    ].join(', '),
  )
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

export const STYLE = `:root{color-scheme:light dark;font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Microsoft JhengHei",sans-serif}
body{display:grid;grid-template:"head head" auto "nav main" 1fr/14rem 1fr;gap:0 2rem;max-width:80rem;margin:0 auto;padding:1rem}
header{grid-area:head}nav{grid-area:nav}main{grid-area:main;min-width:0}
nav ul{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;list-style:none;margin:0;padding:0}
h2{font-size:1.15rem;margin:1.5rem 0 .5rem}h3{font-size:.95rem;margin:.75rem 0 .25rem}
details{border:1px solid #8884;border-radius:6px;margin:.35rem 0;padding:.35rem .75rem}summary{cursor:pointer;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #8883;padding:.2rem .5rem .2rem 0;vertical-align:top;overflow-wrap:anywhere}
code{font:.92em ui-monospace,Consolas,monospace}.method{display:inline-block;min-width:4.2em;font-weight:600}em{opacity:.7}
@media(max-width:50rem){body{display:block}nav ul{position:static;columns:2;max-height:none}}
`

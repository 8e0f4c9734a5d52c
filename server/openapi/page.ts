import type { Label } from '../../resources/kit/define.ts'
import { labelIndex, languageTag, type Language } from '../../i18n/types.ts'
import { escaped } from '../html.ts'
import type { OpenApi, OpenApiOperation } from './document.ts'
import type { Schema } from './parts.ts'

/** Renders the document as a page without scripts: calls by group, each folded, and the shapes that they name. */
export function documentPage(document: OpenApi, language: Language): string {
  const localised = (label: Label): string => escaped(label[labelIndex[language]])
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = document.tags.map(({ name }, index) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    return `<section id="group-${index}"><h2>${escaped(name)}</h2>${own.map(({ path, method, operation }) => callOf(path, method, operation, localised)).join('')}</section>`
  })
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="shape-${escaped(name)}"><summary><code>${escaped(name)}</code> ${escaped(String(schema.title ?? ''))}</summary>${fieldsOf(schema)}</details>`,
  )
  return `<!doctype html>
<html lang="${languageTag[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}</title><link rel="stylesheet" href="/docs/style.css"></head>
<body><header><h1>${escaped(document.info.title)} ${escaped(document.info.version)}</h1><p>${escaped(document.info.description)}</p><p><a href="/v1/openapi.json">openapi.json</a></p></header>
<nav aria-label="${localised(GROUPS)}"><ul>${document.tags.map(({ name }, index) => `<li><a href="#group-${index}">${escaped(name)}</a></li>`).join('')}<li><a href="#shapes">${localised(SHAPES)}</a></li></ul></nav>
<main>${sections.join('')}<section id="shapes"><h2>${localised(SHAPES)}</h2>${shapes.join('')}</section></main></body></html>`
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
  { summary, parameters, requestBody, responses, security }: OpenApiOperation,
  localised: (label: Label) => string,
): string {
  const rows = parameters.map(
    ({ name, in: place, schema }) =>
      `<tr><td><code>${escaped(String(name))}</code></td><td>${escaped(String(place))}</td><td>${typeOf(schema as Schema)}</td></tr>`,
  )
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const success = Object.entries((responses[200]?.content ?? {}) as Record<string, { schema: Schema }>)[0]
  return `<details><summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escaped(path)}</code> ${escaped(summary)}${security.length === 0 ? ` <em>${localised(OPEN)}</em>` : ''}</summary>
${rows.length > 0 ? `<h3>${localised(PARAMETERS)}</h3><table>${rows.join('')}</table>` : ''}${body ? `<h3>${localised(REQUEST)}</h3>${fieldsOf(body)}` : ''}${success ? `<h3>${localised(ANSWER)} <code>${escaped(success[0])}</code></h3>${fieldsOf(dataOf(success[1].schema))}` : ''}</details>`
}

/** Returns the part of an answer's schema that differs from call to call: the envelope is the same everywhere. */
function dataOf(schema: Schema): Schema {
  const own = Array.isArray(schema.allOf) ? (schema.allOf[1] as Schema | undefined) : undefined
  const properties = own?.properties as Record<string, Schema> | undefined
  return properties?.data ?? schema
}

/** Renders an object as a table of its members, any other schema as one line. */
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

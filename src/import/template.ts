import { dictionary } from '../../resources/dictionary.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Caller } from '../../resources/kit/access.ts'
import type { Field, FieldOf, FieldType, Label, Resource } from '../../resources/kit/define.ts'
import { importFields } from './columns.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string
type Pick = (label: Label) => string

/**
 * The encoding a template is saved in. Excel and WPS on a Simplified Chinese Windows open and save "CSV" as GBK, and so does the import of
 * existing platforms (spec 2 §5); everywhere else Excel knows no GBK, but UTF-8 by its mark.
 */
export const usualEncoding = (locale: string): 'utf-8' | 'gb18030' => (locale === 'zhCN' ? 'gb18030' : 'utf-8')

/** A template's lines: the header, what each column takes, and an example. Lines that begin with # are not imported. */
export function templateOf(resource: Resource, caller: Caller, pick: Pick, translate: Translate): string[][] {
  const fields = importFields(resource, caller, []).flatMap((name): [string, Field][] =>
    resource.fields[name] ? [[name, resource.fields[name]]] : [],
  )
  const header = fields.map(([, field]) => pick(field.label) + (field.required ? '*' : ''))
  const notes = fields.map(([, field]) => noteOf(resource, field, pick, translate))
  const examples = fields.map(([name, field]) => exampleOf(resource, name, field, pick))
  const first = (mark: string, cells: readonly string[]): string[] =>
    cells.map((cell, at) => (at === 0 ? `# ${mark}: ${cell}` : cell))
  return [
    header,
    first(translate('importing.template.notes'), notes),
    first(translate('importing.template.example'), examples),
  ]
}

function noteOf(resource: Resource, field: Field, pick: Pick, translate: Translate): string {
  const takes = (kinds[field.type] as (field: Field, pick: Pick, translate: Translate, resource: Resource) => string)(
    field,
    pick,
    translate,
    resource,
  )
  const usual =
    'default' in field && field.default !== undefined
      ? translate('importing.template.empty', { value: String(field.default) })
      : ''
  const required = field.required && usual === '' ? translate('importing.template.required') : ''
  return [required, takes, usual, field.help ? pick(field.help) : ''].filter((part) => part !== '').join('; ')
}

const words = (options: readonly { value: number; label: Label }[], pick: Pick, translate: Translate): string =>
  translate('importing.template.oneOf', {
    words: options.map(({ value, label }) => `${value} ${pick(label)}`).join(' / '),
  })

const between = ({ min, max }: { min?: number; max?: number }, translate: Translate): string =>
  [
    translate('importing.template.number'),
    ...(min !== undefined && max !== undefined ? [translate('importing.template.between', { min, max })] : []),
  ].join(', ')

const nothing = (): string => ''

const kinds: { [T in FieldType]: (field: FieldOf<T>, pick: Pick, translate: Translate, resource: Resource) => string } =
  {
    text: nothing,
    longText: nothing,
    int: (field, _pick, translate) =>
      [
        between(field, translate),
        ...(field.onImport ?? []).map(({ given, stored }) => translate('importing.template.stands', { given, stored })),
      ].join('; '),
    decimal: (field, _pick, translate) => between(field, translate),
    flag: ({ options }, pick, translate) =>
      options
        ? words(
            [
              { value: 0, label: options[0] },
              { value: 1, label: options[1] },
            ],
            pick,
            translate,
          )
        : '0 / 1',
    choice: ({ options }, pick, translate) => words(options, pick, translate),
    dict: ({ dict }, pick, translate) => words(dictionary[dict], pick, translate),
    ref: ({ to }, pick, translate) => {
      const target = resourceOf(to)
      return target.tree
        ? translate('importing.template.paths', { noun: pick(target.noun) })
        : translate('importing.template.names', { noun: pick(target.noun) })
    },
    point: (_field, _pick, translate) => translate('importing.template.point'),
    polygon: (_field, _pick, translate) => translate('importing.template.point'),
    image: () => '/upload/….png',
    json: () => '{}',
    date: () => 'YYYY-MM-DD',
    time: () => 'YYYY-MM-DD HH:mm',
  }

/** Something that could stand there; what only the platform knows (areas, models) stands as its kind. */
function exampleOf(resource: Resource, name: string, field: Field, pick: Pick): string {
  if (name === resource.title) return `${pick(resource.noun)} 01`
  if (field.type === 'ref') return pick(resourceOf(field.to).noun)
  if (field.type === 'choice') return pick(field.options[0]?.label ?? ['', '', ''])
  if (field.type === 'dict') return pick(dictionary[field.dict][0]?.label ?? ['', '', ''])
  if (field.type === 'point') return '114.52, 38.06'
  if ('default' in field && field.default !== undefined) return String(field.default)
  if (field.type === 'text' && field.rules?.includes('digits')) return '860001'
  return ''
}

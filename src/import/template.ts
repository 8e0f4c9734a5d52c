import { dictionary } from '../../resources/dictionary.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Caller } from '../../resources/kit/access.ts'
import type { Field, Label, Resource } from '../../resources/kit/define.ts'
import type { Args } from '../../resources/kit/rules.ts'
import { typeOf } from '../../resources/kit/types/index.ts'
import { importFields } from './sheet/columns.ts'
import { TEMPLATE_MARKS, templateLine } from './templateMarks.ts'

type Sentence = (key: string, args?: Args) => string
type Pick = (label: Label) => string

/**
 * Returns the encoding in which a template is saved. Excel and WPS on a Simplified Chinese Windows open and save "CSV"
 * as GBK, and so does the import of existing platforms (spec 2 §5); everywhere else Excel does not know GBK, but
 * recognises UTF-8 by its byte order mark.
 */
export const usualEncoding = (locale: string): 'utf-8' | 'gb18030' => (locale === 'zhCN' ? 'gb18030' : 'utf-8')

/** Returns a template's lines: the header, what each column accepts, and an example. The last two are not imported. */
export function templateOf(resource: Resource, caller: Caller, pick: Pick, sentence: Sentence): string[][] {
  const fields = importFields(resource, caller, []).flatMap((name): [string, Field][] =>
    resource.fields[name] ? [[name, resource.fields[name]]] : [],
  )
  const header = fields.map(([, field]) => pick(field.label) + (field.required ? '*' : ''))
  const notes = fields.map(([, field]) => noteOf(field, sentence, pick))
  const examples = fields.map(([name, field]) => exampleOf(resource, name, field, pick))
  return [header, templateLine(pick(TEMPLATE_MARKS.notes), notes), templateLine(pick(TEMPLATE_MARKS.example), examples)]
}

function noteOf(field: Field, sentence: Sentence, pick: Pick): string {
  const takes = typeOf(field).takes?.(field, (path) => {
    const { noun, tree } = resourceOf(path)
    return { noun, isTree: tree !== undefined }
  })
  const usual =
    'default' in field && field.default !== undefined
      ? sentence('importing.template.empty', { value: String(field.default) })
      : ''
  const required = field.required && usual === '' ? sentence('importing.template.required') : ''
  const taken = (takes ?? []).map((note) => (typeof note === 'string' ? note : sentence(note.key, note.args)))
  return [required, ...taken, usual, field.help ? pick(field.help) : ''].filter((part) => part !== '').join('; ')
}

/** Returns an example value; where only the platform knows possible values (areas, models), the kind of record. */
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

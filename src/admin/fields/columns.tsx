import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { createElement, type ComponentType } from 'react'
import type { FieldType, Resource } from '../../../resources/kit/define.ts'
import { resourceOf } from '../../../resources/index.ts'
import { nameOrNumber } from '../../../resources/kit/named.ts'
import { isEmpty, isShown, type Values } from '../../../resources/kit/validate.ts'
import textCss from '../../kit/text.module.css'
import { useSlots } from '../slots.ts'
import tableCss from '../list/table/table.module.css'
import type { CellProps } from './cell.ts'
import { formatFullTime, formatNumber, formatTime } from './formats.ts'
import { pointToText, polygonToText } from '../../../resources/kit/types/geo.ts'
import { JoinedNames, NoNames } from './JoinedNames.tsx'
import { useNamesOf } from './names.ts'
import { useLabel } from './useLabel.ts'
import { useWord } from './words.ts'
import css from './fields.module.css'
import { useZone } from '../../kit/hooks/useZone.ts'

/** Table cell of each field type. A type without one does not compile. */
export const columns: { [T in FieldType]: ComponentType<CellProps<T>> } = {
  text: ({ field, value }) => (
    <Text text={String(value)} mono={field.rules?.includes('digits') || field.rules?.includes('alnum')} />
  ),
  longText: ({ value }) => <Text text={String(value)} />,
  int: IntCell,
  decimal: ({ field, value }) => <Quantity value={value} unit={field.unit} />,
  flag: FlagCell,
  choice: ChoiceCell,
  dict: DictCell,
  ref: RefCell,
  point: ({ value }) => <Text text={pointToText(String(value))} mono />,
  polygon: ({ value }) => <Text text={polygonToText(String(value)).replaceAll('\n', ' · ')} mono />,
  image: ({ value }) => <img src={String(value)} alt="" className={css.cellImage} loading="lazy" />,
  json: ({ value }) => <Text text={String(value)} mono />,
  date: ({ value }) => <Text text={String(value)} />,
  time: TimeCell,
}

/**
 * A row's value in a table, drawn by slot or by type. An empty value shows as a dash, as the record's number for an
 * empty title, or as nothing in a second line; a field that does not apply shows nothing.
 */
export function Cell({
  resource,
  name,
  row,
  second = false,
  still = false,
}: {
  resource: Resource
  name: string
  row: Values
  second?: boolean
  still?: boolean
}) {
  const slots = useSlots()
  const field = resource.fields[name]
  if (!field) return <Text text={String(row[name] ?? '')} mono />
  const cell = { resource, name, field: field as CellProps['field'], value: row[name], row, second, still }
  if (field.column) return createElement(slots.columns[field.column], cell)
  if (!isShown(field, row)) return null
  if (isEmpty(row[name]))
    return second ? null : (
      <span className={css.cellNone}>
        {name === resource.title && !still && typeof row['id'] === 'number' ? nameOrNumber(row['id']) : '—'}
      </span>
    )
  return createElement(columns[field.type] as ComponentType<CellProps>, cell)
}

function Text({ text, mono = false }: { text: string; mono?: boolean }) {
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut, mono && textCss.mono)} title={text}>
      {text}
    </span>
  )
}

/** A whole number with its unit; in a second line a number without a unit gets its label. */
function IntCell({ field, value, second }: CellProps<'int'>) {
  const pick = useLabel()
  if (field.zero && Number(value) === 0) return <Text text={pick(field.zero)} />
  if (second && !field.unit) return <Text text={`${pick(field.label)} ${String(value)}`} />
  return <Quantity value={value} unit={field.unit} />
}

function Quantity({ value, unit }: { value: unknown; unit?: CellProps<'int'>['field']['unit'] }) {
  const pick = useLabel()
  return (
    <span className={css.cellNumber}>
      {formatNumber(value)}
      {unit && <span className={css.cellUnit}> {pick(unit)}</span>}
    </span>
  )
}

function FlagCell({ field, value }: CellProps<'flag'>) {
  const pick = useLabel()
  const translate = useTranslate()
  const on = Number(value) === 1
  return <span>{field.options ? pick(field.options[on ? 1 : 0]) : translate(on ? 'crud.yes' : 'crud.no')}</span>
}

function DictCell({ field, value }: CellProps<'dict'>) {
  return <Text text={useWord(field.dict, value)} />
}

function ChoiceCell({ field, value }: CellProps<'choice'>) {
  const pick = useLabel()
  const option = field.options.find((candidate) => candidate.value === Number(value))
  return <Text text={option ? pick(option.label) : String(value)} />
}

/** Names of the records that a value refers to; their numbers where the caller may not know the names. */
function RefCell({ field, value, still }: CellProps<'ref'>) {
  const translate = useTranslate()
  const { names, isPending } = useNamesOf(resourceOf(field.to), value)
  if (!names) return <NoNames waiting={isPending} />
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={names.join(translate('crud.comma'))}>
      <JoinedNames names={names} folded={still} />
    </span>
  )
}

function TimeCell({ value }: CellProps<'time'>) {
  const zone = useZone()
  return <span title={formatFullTime(value, zone)}>{formatTime(value, zone)}</span>
}

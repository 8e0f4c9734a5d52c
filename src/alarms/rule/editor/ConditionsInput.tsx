import { Button, IconButton, MenuItem, TextField } from '@mui/material'
import { Plus, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { hasTwoLimits, isByLaw, MAX_CONDITIONS, operators } from '../../../../resources/kit/rule.ts'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { useExtensions } from '../../../kit/index.ts'
import { AT_LEAST, useChangeLimits, useClasses, type NodeClasses } from '../useClasses.ts'
import { useIds, useModel, useModelNodes } from '../useModel.ts'
import { Calc, type Span } from './Calc.tsx'
import { ClassSelect } from './ClassSelect.tsx'
import css from './editor.module.css'

/** Contents of the field's JSON while it is edited: numbers may still be text. */
interface Draft {
  calc: string
  minutes?: number | string
  join?: string
  rows?: Leaf[]
}

interface Leaf {
  node?: number
  calc: string
  minutes?: number | string
  com_oper: number
  params_x: number | string
  params_y?: number | string
}

/**
 * Editor of what is judged of the node, and of conditions over other nodes of the same device, all or any of which must
 * hold.
 */
export function ConditionsInput({ id, value, onChange, disabled }: ControlProps) {
  const translate = useTranslate()
  const model = useModel('device_list')
  const { data: nodes = [] } = useModelNodes(model)
  const extensions = useExtensions()
  const classesOf = useClasses()
  const changeLimits = useChangeLimits()
  const [own] = useIds('nodemap_id')
  const draft = draftOf(value)
  const rows = draft.rows ?? []
  const write = (next: Draft): void => {
    const empty = next.calc === 'value' && (next.rows ?? []).length === 0
    onChange(empty ? '' : JSON.stringify({ ...next, rows: next.rows ?? [] }))
  }
  const setRow = (at: number, row: Leaf | null): void =>
    write({ ...draft, rows: row === null ? rows.filter((_each, other) => other !== at) : rows.with(at, row) })
  const offers = (node: number | undefined) => ({
    offersClass: extensions?.has('alarm-class') === true && classesOf(node) !== null,
    offersIndex: extensions?.has('alarm-index') === true && classesOf(node)?.hasIndex === true,
  })
  const setOwn = (span: Span): void => {
    write({ ...draft, ...span })
    if (turnsLimits(span.calc, draft.calc)) changeLimits(span.calc === 'class' ? (classesOf(own)?.usual ?? null) : null)
  }
  const setSpan = (at: number, row: Leaf, span: Span): void => {
    const { params_y: _other, ...rest } = row
    const limit = span.calc === 'class' ? (classesOf(row.node)?.usual ?? '') : ''
    setRow(
      at,
      turnsLimits(span.calc, row.calc)
        ? { ...rest, ...span, com_oper: AT_LEAST, params_x: limit }
        : { ...row, ...span },
    )
  }
  const [first] = nodes
  return (
    <div className={css.conditions}>
      <Calc
        id={id}
        disabled={disabled === true}
        label={translate('alarmConfig.conditions.calc')}
        of={draft}
        {...offers(own)}
        onChange={setOwn}
      />
      {rows.map((row, at) => (
        <div key={at} className={css.row}>
          {at === 0 && rows.length > 1 ? (
            <TextField
              select
              size="small"
              value={draft.join ?? 'and'}
              onChange={({ target }) => write({ ...draft, join: target.value })}
              slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('alarmConfig.conditions.join') } } }}
            >
              <MenuItem value="and">{translate('alarmConfig.conditions.and')}</MenuItem>
              <MenuItem value="or">{translate('alarmConfig.conditions.or')}</MenuItem>
            </TextField>
          ) : (
            <span className={css.join}>
              {translate(draft.join === 'or' ? 'alarmConfig.conditions.or' : 'alarmConfig.conditions.and')}
            </span>
          )}
          <TextField
            select
            size="small"
            value={row.node ?? ''}
            onChange={({ target }) => setRow(at, { ...row, node: Number(target.value) })}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('alarmConfig.conditions.node') } } }}
          >
            {nodes.map((node) => (
              <MenuItem key={node.id} value={node.id}>
                {node.alias}
              </MenuItem>
            ))}
          </TextField>
          <Calc
            disabled={disabled === true}
            label={translate('alarmConfig.conditions.calc')}
            of={row}
            {...offers(row.node)}
            onChange={(span) => setSpan(at, row, span)}
          />
          <RowLimit
            row={row}
            classes={row.calc === 'class' ? classesOf(row.node) : null}
            onChange={(next) => setRow(at, next)}
          />
          <IconButton
            size="small"
            aria-label={translate('alarmConfig.conditions.remove')}
            onClick={() => setRow(at, null)}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < MAX_CONDITIONS && first && (
        <Button
          size="small"
          startIcon={<Plus size={14} aria-hidden />}
          onClick={() =>
            write({ ...draft, rows: [...rows, { node: first.id, calc: 'value', com_oper: 0, params_x: 0 }] })
          }
        >
          {translate('alarmConfig.conditions.add')}
        </Button>
      )}
    </div>
  )
}

/**
 * Whether limits become meaningless when another kind is judged: a value, a class and an index have different limits.
 */
const turnsLimits = (now: string, before: string): boolean => now !== before && (isByLaw(now) || isByLaw(before))

interface RowLimitProps {
  row: Leaf
  /** The node's classes, where a class is judged. */
  classes: NodeClasses | null
  onChange: (row: Leaf) => void
}

/** Limit that the value of a condition is compared with. */
function RowLimit({ row, classes, onChange }: RowLimitProps) {
  const translate = useTranslate()
  const limit = translate('alarmConfig.conditions.limit')
  const names = hasTwoLimits(row.com_oper) ? (['params_x', 'params_y'] as const) : (['params_x'] as const)
  return (
    <>
      {!(classes && row.com_oper === AT_LEAST) && (
        <TextField
          select
          size="small"
          value={row.com_oper}
          onChange={({ target }) => onChange({ ...row, com_oper: Number(target.value) })}
          slotProps={{
            select: { SelectDisplayProps: { 'aria-label': translate('alarmConfig.conditions.operator') } },
          }}
        >
          {Object.entries(operators).map(([operator, { text }]) => (
            <MenuItem key={operator} value={Number(operator)}>
              {text('…', 'x', 'y')}
            </MenuItem>
          ))}
        </TextField>
      )}
      {names.map((name) =>
        classes ? (
          <ClassSelect
            key={name}
            label={limit}
            classes={classes}
            operator={row.com_oper}
            value={row[name]}
            onChange={(text) => onChange({ ...row, [name]: text })}
          />
        ) : (
          <TextField
            key={name}
            size="small"
            value={row[name] ?? ''}
            onChange={({ target }) => onChange({ ...row, [name]: target.value })}
            slotProps={{ htmlInput: { inputMode: 'decimal', 'aria-label': limit } }}
          />
        ),
      )}
    </>
  )
}

function draftOf(value: unknown): Draft {
  try {
    const found: unknown = typeof value === 'string' && value.trim() !== '' ? JSON.parse(value) : null
    if (typeof found === 'object' && found !== null) return { calc: 'value', ...found }
  } catch {
    // Unreadable contents are begun anew; the field's own validation reports them.
  }
  return { calc: 'value' }
}

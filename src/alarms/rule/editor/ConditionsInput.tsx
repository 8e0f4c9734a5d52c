import { Button, IconButton, MenuItem, TextField } from '@mui/material'
import { Plus, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { calcs, hasTwoLimits, MOST_ROWS, operators } from '../../../../resources/kit/rule.ts'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { useModel, useModelNodes } from '../useModel.ts'
import css from './editor.module.css'

/** What the field's JSON holds, as it is typed: numbers may still be text. */
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

/** What is judged of the node, and the conditions over other nodes of the device beside it, all of them or any. */
export function ConditionsInput({ id, value, onChange, disabled }: ControlProps) {
  const translate = useTranslate()
  const model = useModel('device_list')
  const { data: nodes = [] } = useModelNodes(model)
  const draft = draftOf(value)
  const rows = draft.rows ?? []
  const write = (next: Draft): void => {
    const empty = next.calc === 'value' && (next.rows ?? []).length === 0
    onChange(empty ? '' : JSON.stringify({ ...next, rows: next.rows ?? [] }))
  }
  const setRow = (at: number, row: Leaf | null): void =>
    write({ ...draft, rows: row === null ? rows.filter((_each, other) => other !== at) : rows.with(at, row) })
  const [first] = nodes
  return (
    <div className={css.conditions}>
      <Calc
        id={id}
        disabled={disabled === true}
        label={translate('alarmConfig.conditions.calc')}
        of={draft}
        onChange={(span) => write({ ...draft, ...span })}
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
            onChange={(span) => setRow(at, { ...row, ...span })}
          />
          <TextField
            select
            size="small"
            value={row.com_oper}
            onChange={({ target }) => setRow(at, { ...row, com_oper: Number(target.value) })}
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
          {(hasTwoLimits(row.com_oper) ? (['params_x', 'params_y'] as const) : (['params_x'] as const)).map((name) => (
            <TextField
              key={name}
              size="small"
              value={row[name] ?? ''}
              onChange={({ target }) => setRow(at, { ...row, [name]: target.value })}
              slotProps={{
                htmlInput: { inputMode: 'decimal', 'aria-label': translate('alarmConfig.conditions.limit') },
              }}
            />
          ))}
          <IconButton
            size="small"
            aria-label={translate('alarmConfig.conditions.remove')}
            onClick={() => setRow(at, null)}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < MOST_ROWS && first && (
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

interface CalcProps {
  id?: string
  disabled: boolean
  label: string
  of: { calc: string; minutes?: number | string }
  onChange: (span: { calc: string; minutes?: number }) => void
}

/** The value as it comes, its mean or its change over some minutes. */
function Calc({ id, disabled, label, of: { calc, minutes }, onChange }: CalcProps) {
  const translate = useTranslate()
  return (
    <span className={css.calc}>
      <TextField
        select
        size="small"
        disabled={disabled}
        value={calc}
        onChange={({ target }) =>
          onChange(
            target.value === 'value' ? { calc: 'value' } : { calc: target.value, minutes: Number(minutes) || 60 },
          )
        }
        slotProps={{ select: { SelectDisplayProps: { id, 'aria-label': label } } }}
      >
        {calcs.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`alarmConfig.conditions.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {calc !== 'value' && (
        <TextField
          size="small"
          value={minutes ?? ''}
          disabled={disabled}
          onChange={({ target }) => onChange({ calc, minutes: Number(target.value.replaceAll(/\D/g, '')) })}
          slotProps={{
            htmlInput: { inputMode: 'numeric', 'aria-label': translate('alarmConfig.conditions.minutes') },
            input: { endAdornment: translate('alarmConfig.conditions.min') },
          }}
        />
      )}
    </span>
  )
}

function draftOf(value: unknown): Draft {
  try {
    const found: unknown = typeof value === 'string' && value.trim() !== '' ? JSON.parse(value) : null
    if (typeof found === 'object' && found !== null) return { calc: 'value', ...found }
  } catch {
    // What cannot be read is begun anew; the field's own rule says so.
  }
  return { calc: 'value' }
}

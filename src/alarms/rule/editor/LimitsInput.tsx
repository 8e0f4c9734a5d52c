import { FormControlLabel, InputAdornment, MenuItem, Switch, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Row } from '../../../../dataProvider/rows.ts'
import { nameOrNumber } from '../../../../resources/kit/named.ts'
import { numberOf } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import { threshold } from '../../../../resources/threshold.ts'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { useNames } from '../../../admin/fields/names.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { LevelIcon } from '../LevelInput.tsx'
import { useLevelCounts, type LevelCounts } from '../preview/BacktestContext.ts'
import { useScale } from '../useScale.ts'
import { useFormClasses, type NodeClasses } from '../useClasses.ts'
import { ClassSelect } from './ClassSelect.tsx'
import { LevelTold } from './LevelTold.tsx'
import { showMildest } from './mildest.ts'
import { useAlarmRecipients } from './useAlarmRecipients.ts'
import css from './editor.module.css'

/** Contents of the field's JSON while it is edited. */
interface Draft {
  [level: string]: unknown
  night?: Record<string, unknown>
  tell?: Record<string, number[]>
}

/** The mildest level first, as limits are read. */
const LEVELS = [4, 3, 2, 1]
const NIGHT = { from: '22:00', to: '06:00' }

/**
 * Editor of several limits in one rule: each level with its limit, how often it would have been reached, whom it tells
 * in addition and in total, and separate limits for the night.
 */
export function LimitsInput({ id, value, onChange, disabled }: ControlProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const form = useFormContext<Values>()
  const project = Number(useWatch({ name: 'project_id' })) || null
  const { unit } = useScale()
  const classes = useFormClasses()
  const operator = Number(useWatch({ name: 'com_oper' }))
  const counts = useLevelCounts()
  // The channels' names may be read by users who edit rules; the list of channels requires a right of its own.
  const { data: channels = [] } = useNames('alarmConfig/channel')
  const toldAt = useAlarmRecipients(project)
  const draft = draftOf(value)
  const write = (next: Draft): void => {
    onChange(JSON.stringify(next))
    showMildest(form, next)
  }
  const begin = (on: boolean): void => {
    if (!on) return onChange('')
    const { alert_level, params_x } = form.getValues()
    write({ [String(alert_level ?? 3)]: Number(params_x) || 0 })
  }
  const set = (name: string, text: string, into: Record<string, unknown>): Record<string, unknown> => {
    const { [name]: _old, ...rest } = into
    return text.trim() === '' ? rest : { ...rest, [name]: Number.isFinite(Number(text)) ? Number(text) : text }
  }
  return (
    <div className={css.limits}>
      <FormControlLabel
        control={<Switch id={id} checked={draft !== null} disabled={disabled} onChange={(_event, on) => begin(on)} />}
        label={translate('alarmConfig.limits.several')}
      />
      {draft && (
        <table>
          <thead>
            <tr>
              <th>{translate('alarmConfig.limits.level')}</th>
              <th>{translate('alarmConfig.limits.limit')}</th>
              {draft.night && <th>{translate('alarmConfig.limits.night')}</th>}
              {counts && <th>{translate('alarmConfig.preview.tiles.episodes')}</th>}
              <th>{translate('alarmConfig.limits.tell')}</th>
            </tr>
          </thead>
          <tbody>
            {LEVELS.map((level) => {
              const word = pick(
                threshold.fields.alert_level.options.find((option) => option.value === level)?.label ?? ['', '', ''],
              )
              const told = draft.tell?.[level] ?? []
              return (
                <tr key={level}>
                  <th scope="row" data-level={level}>
                    <LevelIcon level={level} /> {word}
                  </th>
                  <td>
                    <LevelLimit
                      label={`${word} ${translate('alarmConfig.limits.limit')}`}
                      value={draft[level]}
                      unit={unit}
                      classes={classes}
                      operator={operator}
                      onChange={(text) => write(set(String(level), text, draft) as Draft)}
                    />
                  </td>
                  {draft.night && (
                    <td>
                      <LevelLimit
                        label={`${word} ${translate('alarmConfig.limits.night')}`}
                        value={draft.night[level]}
                        classes={classes}
                        operator={operator}
                        onChange={(text) => write({ ...draft, night: set(String(level), text, draft.night ?? {}) })}
                      />
                    </td>
                  )}
                  {counts && (
                    <td className={css.episodes} data-old={counts.isOld || undefined} aria-busy={counts.isOld}>
                      {numberOf(draft[level]) !== null && countText(counts, level)}
                    </td>
                  )}
                  <td>
                    <TextField
                      select
                      size="small"
                      value={told}
                      onChange={({ target }) =>
                        write({ ...draft, tell: tellOf(draft.tell ?? {}, level, target.value as unknown as number[]) })
                      }
                      slotProps={{
                        select: {
                          multiple: true,
                          displayEmpty: true,
                          SelectDisplayProps: { 'aria-label': `${word} ${translate('alarmConfig.limits.tell')}` },
                        },
                      }}
                    >
                      {choicesOf(channels, project, told).map((row) => (
                        <MenuItem key={row.id} value={row.id}>
                          {nameOrNumber(row.id, row['name'])}
                        </MenuItem>
                      ))}
                    </TextField>
                    {numberOf(draft[level]) !== null && (
                      <Suspense>
                        <LevelTold told={toldAt && toldAt(level)} />
                      </Suspense>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {draft && <NightLine draft={draft} write={write} />}
    </div>
  )
}

function countText({ of, isPart }: LevelCounts, level: number): string {
  const count = of(level)
  return count === undefined ? '—' : isPart ? `≥ ${count}` : String(count)
}

/**
 * Returns the channels of the rule's project, and chosen ones that are not among them because they were deleted or
 * belong to another project: they are shown so that the user can remove them.
 */
function choicesOf(channels: readonly Row[], project: number | null, told: readonly number[]): Row[] {
  const own = channels.filter((row) => project === null || Number(row['project_id']) === project)
  const others = told.filter((id) => !own.some((row) => row.id === id))
  return [...own, ...others.map((id) => channels.find((row) => row.id === id) ?? { id })]
}

interface LevelLimitProps {
  label: string
  value: unknown
  unit?: string
  classes: NodeClasses | null
  operator: number
  onChange: (text: string) => void
}

/** Input for the limit of a level: a number, or a class. */
function LevelLimit({ label, value, unit, classes, operator, onChange }: LevelLimitProps) {
  if (classes)
    return (
      <ClassSelect optional label={label} classes={classes} operator={operator} value={value} onChange={onChange} />
    )
  return (
    <TextField
      size="small"
      value={textOf(value)}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', 'aria-label': label },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  )
}

/** Whether nights have separate limits, and the hours of the night (noise: 22:00 to 06:00). */
function NightLine({ draft, write }: { draft: Draft; write: (next: Draft) => void }) {
  const translate = useTranslate()
  const { night, ...day } = draft
  const time = (name: 'from' | 'to') => (
    <TextField
      type="time"
      size="small"
      value={textOf(night?.[name])}
      onChange={({ target }) => write({ ...day, night: { ...night, [name]: target.value } })}
      slotProps={{ htmlInput: { 'aria-label': translate(`alarmConfig.schedule.${name}`) } }}
    />
  )
  const levels = Object.fromEntries(
    LEVELS.flatMap((level) => (draft[level] === undefined ? [] : [[level, draft[level]]])),
  )
  return (
    <div className={css.line}>
      <FormControlLabel
        control={
          <Switch
            checked={night !== undefined}
            onChange={(_event, on) => write(on ? { ...day, night: { ...NIGHT, ...levels } } : day)}
          />
        }
        label={translate('alarmConfig.limits.nightOther')}
      />
      {night && time('from')}
      {night && time('to')}
    </div>
  )
}

/** Reads the field, also while it is incomplete; null where it is empty. */
function draftOf(value: unknown): Draft | null {
  const text = typeof value === 'string' ? value : ''
  if (text.trim() === '') return null
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null ? (found as Draft) : null
  } catch {
    return null
  }
}

const textOf = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? String(value) : '')

const tellOf = (tell: Record<string, number[]>, level: number, ids: number[]): Record<string, number[]> => {
  const { [level]: _old, ...rest } = tell
  return ids.length > 0 ? { ...rest, [level]: ids } : rest
}

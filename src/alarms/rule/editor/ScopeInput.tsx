import { Autocomplete, Chip, FormControlLabel, Switch, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import type { Scope } from '../../../../resources/kit/rule.ts'
import { POLLUTANTS } from '../../../../resources/pollutants.ts'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { rowsById, useNames } from '../../../admin/fields/names.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { useAdded } from '../preview/BacktestContext.ts'
import { scopeText } from './scoped.ts'
import { useScope } from './useScope.ts'
import css from './editor.module.css'

/**
 * Input for the watched devices: chosen by hand, or all of a model or with a pollutant below an area, including later
 * devices, except some; with how many devices that currently is, and where.
 */
export function ScopeInput({ id, value, onChange, disabled }: ControlProps) {
  const translate = useTranslate()
  const label = useLabel()
  const { data: devices = NONE } = useNames('manage/device')
  const { scope, models, areas, pollutants, found, open } = useScope(value)
  const write = (next: Scope): void => onChange(scopeText(next))
  const names = rowsById(areas)
  const perArea = new Map<string, number>()
  for (const device of found) {
    const name = String(names.get(Number(device['district_id']))?.['name'] ?? '')
    perArea.set(name, (perArea.get(name) ?? 0) + 1)
  }
  const nameOf = (row: Row): string => String(row['name'] ?? row.id)
  return (
    <div className={css.scope}>
      <FormControlLabel
        control={
          <Switch
            id={id}
            checked={scope !== null}
            disabled={disabled}
            onChange={(_event, on) => {
              const [first] = models
              if (!on) onChange('')
              else if (first) write({ model: Number(first.id), pollutant: null, area: null, except: [] })
            }}
          />
        }
        label={translate('alarmConfig.scope.byModel')}
      />
      {scope && (
        <>
          <div className={css.row}>
            {(pollutants.length > 0 || scope.pollutant !== null) && (
              <Autocomplete
                size="small"
                disableClearable={scope.model === null}
                options={pollutants}
                value={POLLUTANTS.find((each) => each.value === scope.pollutant) ?? null}
                getOptionLabel={(each) => label(each.label)}
                isOptionEqualToValue={(a, b) => a.value === b.value}
                onChange={(_event, each) =>
                  // A pollutant covers all models that measure it; a model may be named in addition.
                  write({ ...scope, model: each ? null : scope.model, pollutant: each?.value ?? null, except: [] })
                }
                renderInput={(props) => <TextField {...props} label={translate('alarmConfig.scope.pollutant')} />}
              />
            )}
            <Autocomplete
              size="small"
              disableClearable={scope.pollutant === null}
              options={models}
              value={models.find((row) => row.id === scope.model) ?? null}
              getOptionLabel={nameOf}
              isOptionEqualToValue={(a, b) => a.id === b.id}
              onChange={(_event, row) => write({ ...scope, model: row ? Number(row.id) : null, except: [] })}
              renderInput={(props) => (
                <TextField
                  {...props}
                  label={translate('alarmConfig.scope.model')}
                  placeholder={translate('alarmConfig.scope.anyModel')}
                />
              )}
            />
            <Autocomplete
              size="small"
              options={areas}
              value={areas.find((row) => row.id === scope.area) ?? null}
              getOptionLabel={nameOf}
              getOptionKey={(row) => row.id}
              isOptionEqualToValue={(a, b) => a.id === b.id}
              onChange={(_event, row) => write({ ...scope, area: row ? Number(row.id) : null })}
              renderInput={(props) => (
                <TextField
                  {...props}
                  label={translate('alarmConfig.scope.area')}
                  placeholder={translate('alarmConfig.scope.everywhere')}
                />
              )}
            />
          </div>
          <Autocomplete
            multiple
            size="small"
            options={open}
            value={devices.filter((row) => scope.except.includes(Number(row.id)))}
            getOptionLabel={nameOf}
            getOptionKey={(row) => row.id}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            onChange={(_event, rows) => write({ ...scope, except: rows.map((row) => Number(row.id)) })}
            renderInput={(props) => <TextField {...props} label={translate('alarmConfig.scope.except')} />}
          />
          <p className={css.count} role="status">
            {translate('alarmConfig.scope.count', { smart_count: found.length })}
            <Suspense>
              <Added />
            </Suspense>
          </p>
          <div className={css.areas}>
            {[...perArea].slice(0, SHOWN).map(([name, count]) => (
              <Chip key={name} size="small" variant="outlined" label={`${name} ${count}`} />
            ))}
            {perArea.size > SHOWN && <span>…</span>}
          </div>
        </>
      )}
    </div>
  )
}

/**
 * How many of the devices were created recently; a device that moved in from another area or model does not count.
 * Nothing where that is unknown.
 */
function Added() {
  const late = useLateWords('ruleForm')
  const added = useAdded()
  if (!added) return null
  const { count, days, isOld } = added
  return <span data-old={isOld || undefined}>{` · ${late('ruleForm.scope.added', { smart_count: count, days })}`}</span>
}

const NONE: readonly Row[] = []
/** Number of areas that are listed one by one. */
const SHOWN = 12

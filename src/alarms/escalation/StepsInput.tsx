import { InputAdornment, MenuItem, TextField } from '@mui/material'
import { ArrowRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { isSuper } from '../../../resources/kit/access.ts'
import { isPersonal, stepKinds, stepWays, type Step, type StepKind } from '../../../resources/kit/duty/escalation.ts'
import { MAX_STEPS } from '../../../resources/kit/duty/record.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { Lines, linesOf } from '../../admin/fields/controls/lines.tsx'
import { useChosenProject } from '../../admin/fields/controls/useRefChoices.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { Combo } from '../../kit/layers/Combo.tsx'
import { useStepNames } from './useStepNames.ts'

/** One step as it is filled in: minutes may still be text, and the target may not be chosen yet. */
interface Draft extends Pick<Step, 'to' | 'way' | 'turn'> {
  after: number | string
  id: number | null
}

interface Choice extends Pick<Step, 'to' | 'turn'> {
  name: StepKind | 'next'
}

/** Targets that a step may tell; for a roster, the person on call or the next in turn. */
const choices = stepKinds.flatMap((to): Choice[] =>
  to === 'roster'
    ? [
        { name: to, to, turn: 0 },
        { name: 'next', to, turn: 1 },
      ]
    : [{ name: to, to, turn: 0 }],
)

/** Default minutes of a new line after the previous step. */
const LATER = 10

/** Editor of the steps, a line each: after how many minutes whom, and for a person by which way. */
export function StepsInput(control: ControlProps) {
  const { id, name, value, inputRef, disabled, invalid } = control
  const translate = useTranslate()
  const { caller } = useFormInfo()
  const chosen = useChosenProject(name)
  const { options } = useStepNames(isSuper(caller) ? chosen : caller.project_id)
  const drafts = linesOf(value, draftOf)
  const last = Math.max(0, ...drafts.map(({ after }) => Number(after) || 0))
  return (
    <Lines<Draft>
      control={control}
      lines={drafts}
      most={MAX_STEPS}
      words={{ line: 'duty.step', remove: 'duty.removeStep', add: 'duty.addStep' }}
      begin={() => ({ after: last + LATER, to: 'roster', id: null, way: null, turn: 0 })}
      wired={wired}
    >
      {(draft, at, set) => (
        <>
          <TextField
            id={at === 0 ? id : undefined}
            size="small"
            sx={{ flex: '0 1 120px' }}
            value={draft.after}
            inputRef={at === 0 ? inputRef : undefined}
            disabled={disabled}
            error={invalid && draft.after === ''}
            onChange={({ target }) => {
              const digits = target.value.replaceAll(/\D/g, '').slice(0, 5)
              set({ after: digits === '' ? '' : Number(digits) })
            }}
            slotProps={{
              htmlInput: { inputMode: 'numeric', 'aria-label': translate('duty.after') },
              input: { endAdornment: <InputAdornment position="end">{translate('duty.min')}</InputAdornment> },
            }}
          />
          <ArrowRight size={14} aria-hidden />
          <TextField
            select
            size="small"
            disabled={disabled}
            value={draft.turn === 1 ? 'next' : draft.to}
            onChange={({ target }) => {
              const chosen = choices.find(({ name }) => name === target.value)
              if (chosen) set({ to: chosen.to, turn: chosen.turn, id: chosen.to === draft.to ? draft.id : null })
            }}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('duty.kind') } } }}
          >
            {choices.map((choice) => (
              <MenuItem key={choice.name} value={choice.name}>
                {translate(`duty.kinds.${choice.name}`)}
              </MenuItem>
            ))}
          </TextField>
          <Combo
            label={translate('duty.target')}
            placeholder={translate('crud.choose')}
            options={options(draft.to)}
            disabled={disabled}
            none={translate('duty.noTarget')}
            value={draft.id}
            onChange={(target) => set({ id: target })}
          />
          {isPersonal(draft.to) && (
            <TextField
              select
              size="small"
              disabled={disabled}
              value={draft.way ?? 0}
              onChange={({ target }) => set({ way: wayOf(Number(target.value)) })}
              slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('duty.way') } } }}
            >
              <MenuItem value={0}>{translate('duty.allWays')}</MenuItem>
              {stepWays.map((way) => (
                <MenuItem key={way} value={way}>
                  {translate(`alarms.ways.${way}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </>
      )}
    </Lines>
  )
}

const wired = ({ after, to, id, way, turn }: Draft): object => ({
  after,
  [to]: id,
  ...(turn === 1 && { turn }),
  ...(way !== null && isPersonal(to) && { way }),
})

const wayOf = (value: unknown): Draft['way'] => stepWays.find((way) => way === value) ?? null

function draftOf(row: Record<string, unknown>): Draft {
  const to = stepKinds.find((kind) => kind in row) ?? 'roster'
  const { after, way, turn, [to]: id } = row
  return {
    after: typeof after === 'number' ? after : '',
    to,
    id: typeof id === 'number' ? id : null,
    way: wayOf(way),
    turn: turn === 1 && to === 'roster' ? 1 : 0,
  }
}

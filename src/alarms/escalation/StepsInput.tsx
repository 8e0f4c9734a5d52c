import { MenuItem, TextField } from '@mui/material'
import { ArrowRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { isSuper } from '../../../resources/kit/access.ts'
import { stepKinds, type StepKind } from '../../../resources/kit/duty/escalation.ts'
import { MOST_STEPS } from '../../../resources/kit/duty/record.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { Lines, linesOf } from '../../admin/fields/controls/lines.tsx'
import { useChosenProject } from '../../admin/fields/controls/useRefChoices.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { Combo } from '../../kit/layers/Combo.tsx'
import { useStepNames } from './useStepNames.ts'

/** One step as it is filled in: minutes may still be text, and nobody may be chosen yet. */
interface Draft {
  after: number | string
  to: StepKind
  id: number | null
}

/** Minutes until the next step of a new line. */
const LATER = 10

/** After how many minutes whom: a line a step. */
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
      most={MOST_STEPS}
      words={{ line: 'duty.step', remove: 'duty.removeStep', add: 'duty.addStep' }}
      begin={() => ({ after: last + LATER, to: 'roster', id: null })}
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
              input: { endAdornment: translate('duty.min') },
            }}
          />
          <ArrowRight size={14} aria-hidden />
          <TextField
            select
            size="small"
            disabled={disabled}
            value={draft.to}
            onChange={({ target }) => set({ to: stepKinds.find((kind) => kind === target.value), id: null })}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('duty.kind') } } }}
          >
            {stepKinds.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {translate(`duty.kinds.${kind}`)}
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
        </>
      )}
    </Lines>
  )
}

const wired = ({ after, to, id }: Draft): object => ({ after, [to]: id })

function draftOf(row: Record<string, unknown>): Draft {
  const to = stepKinds.find((kind) => kind in row) ?? 'roster'
  const { after, [to]: id } = row
  return { after: typeof after === 'number' ? after : '', to, id: typeof id === 'number' ? id : null }
}

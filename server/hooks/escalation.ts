import { readSteps } from '../../resources/kit/duty/record.ts'
import type { StepKind } from '../../resources/kit/duty/escalation.ts'
import { namedBy } from '../alarms/escalation/book.ts'
import { invalid } from '../errors.ts'
import type { Hook } from '../platform/hook.ts'
import { isUsedElsewhere, refuseChangesElsewhere } from './elsewhere.ts'
import { namedProblem } from './namedInside.ts'

/** The field for each kind of record that steps name. */
const fields = { rosters: 'roster', contacts: 'contact', channels: 'channel' } as const satisfies Record<
  string,
  StepKind
>

/**
 * Steps name records inside their text. The ids are copied to fields, so that each is checked against what the caller
 * may name, and protected from deletion like any other reference.
 */
export const escalationHook: Hook = {
  async beforeSave(saving, trx) {
    const { row, old, id } = saving
    const steps = readSteps(row.steps) ?? []
    for (const [field, kind] of Object.entries(fields)) row[field] = namedBy(steps, kind).join(',') || null
    const problem = await namedProblem(trx, saving, Object.keys(fields), old)
    if (problem) throw invalid({ steps: problem })
    if (id !== null) await refuseChangesElsewhere(saving, () => isUsedElsewhere(trx, saving, [id]))
  },
}

import { readExceptions } from '../../resources/kit/duty/record.ts'
import { idsIn } from '../alarms/escalation/book.ts'
import { invalid } from '../errors.ts'
import type { Hook } from '../platform/hook.ts'
import { isUsedElsewhere, escalationsNaming, refuseChangesElsewhere } from './elsewhere.ts'
import { namedProblem } from './namedInside.ts'

/** Most people of a roster: the calendar goes through them for each evening. */
const MAX_PEOPLE = 100

/**
 * Exceptions name contacts inside their text. The ids are copied to a field, so that each is checked against what the
 * caller may name, and protected from deletion like any other reference.
 */
export const rosterHook: Hook = {
  async beforeSave(saving, trx) {
    const { row, old, id } = saving
    const inside = (readExceptions(row.exceptions) ?? []).flatMap(({ whom, by }) => (whom === null ? [by] : [whom, by]))
    const people = new Set(idsIn(row.people))
    if (people.size > MAX_PEOPLE) throw invalid({ people: { key: 'error.quality.many', args: { max: MAX_PEOPLE } } })
    row.stand_ins = [...new Set(inside)].filter((person) => !people.has(person)).join(',') || null
    // A contact who has left the rotation was named by the record before as well.
    const before = { ...old, stand_ins: [old?.stand_ins, old?.people].filter(Boolean).join(',') }
    const problem = await namedProblem(trx, saving, ['stand_ins'], old && before)
    if (problem) throw invalid({ exceptions: problem })
    if (id !== null)
      await refuseChangesElsewhere(saving, async () =>
        isUsedElsewhere(trx, saving, await escalationsNaming(trx, 'rosters', id)),
      )
    // Each person has one turn per round.
    row.people = [...people].join(',')
  },
}

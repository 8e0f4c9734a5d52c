import { readExceptions } from '../../resources/kit/duty/record.ts'
import { idsIn } from '../alarms/escalation/book.ts'
import { invalid } from '../errors.ts'
import type { Hook } from '../platform/hook.ts'
import { areToldElsewhere, escalationsNaming, keepElsewhere } from './elsewhere.ts'
import { namedProblem } from './namedInside.ts'

/** Who takes turns: each evening of the calendar goes through them. */
const MAX_PEOPLE = 100

/** Exceptions name contacts inside their text: each is the caller's to name, and kept from being deleted like any other that is named. */
export const rosterHook: Hook = {
  async beforeSave(saving, trx) {
    const { row, old, id } = saving
    const inside = (readExceptions(row.exceptions) ?? []).flatMap(({ whom, by }) => (whom === null ? [by] : [whom, by]))
    const people = new Set(idsIn(row.people))
    if (people.size > MAX_PEOPLE) throw invalid({ people: { key: 'error.quality.many', args: { max: MAX_PEOPLE } } })
    row.stand_ins = [...new Set(inside)].filter((person) => !people.has(person)).join(',') || null
    // A person who only takes turns no more was named before as well.
    const before = { ...old, stand_ins: [old?.stand_ins, old?.people].filter(Boolean).join(',') }
    const problem = await namedProblem(trx, saving, ['stand_ins'], old && before)
    if (problem) throw invalid({ exceptions: problem })
    if (id !== null)
      await keepElsewhere(saving, async () =>
        areToldElsewhere(trx, saving, await escalationsNaming(trx, 'rosters', id)),
      )
    // Each takes one turn a round.
    row.people = [...people].join(',')
  },
}

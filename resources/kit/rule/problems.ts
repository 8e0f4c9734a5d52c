import type { Problem } from '../rules.ts'
import { isClass, WORST_CLASS } from './classes.ts'
import { hasTwoLimits, type Operator } from './limits.ts'
import { numberOf, sortLimits, readConditions, readLimits, type RuleFields } from './record.ts'

/** Returns what is wrong with the limits of a rule given what it compares, by field name. */
export function limitProblems(fields: RuleFields): Record<string, Problem> {
  const problem = levelsProblem(fields)
  return {
    ...(readConditions(fields['conditions'])?.calc === 'class' && notClasses(fields)),
    ...(problem && { limits: problem }),
  }
}

/** Only "greater" and "less" allow several limits; a worse level must be harder to reach. */
function levelsProblem(fields: RuleFields): Problem | null {
  const limits = readLimits(fields['limits'])
  if (!limits) return null
  const operator = Number(fields['com_oper']) as Operator
  if (limits.levels.length > 1 && ![0, 1, 3, 4].includes(operator)) return { key: 'error.alarm.levelOperator' }
  for (const levels of [limits.levels, limits.night?.levels ?? []]) {
    const worse = sortLimits(operator, levels).map(({ level }) => level ?? 0)
    if (worse.some((level, at) => at > 0 && level >= (worse[at - 1] ?? 0))) return { key: 'error.alarm.levelOrder' }
  }
  return null
}

/** Reports limits that are not classes. */
function notClasses(fields: RuleFields): Record<string, Problem> {
  const problem: Problem = { key: 'error.alarm.classLimit', args: { worst: WORST_CLASS } }
  const limits = readLimits(fields['limits'])
  if (limits) {
    const all = [...limits.levels, ...(limits.night?.levels ?? [])]
    return all.every(({ x }) => isClass(x)) ? {} : { limits: problem }
  }
  const names = hasTwoLimits(Number(fields['com_oper'])) ? ['params_x', 'params_y'] : ['params_x']
  return Object.fromEntries(
    names.flatMap((name) => (isClass(numberOf(fields[name]) ?? Number.NaN) ? [] : [[name, problem] as const])),
  )
}

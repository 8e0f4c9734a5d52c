import { HOUR, type Zone } from '../../resources/kit/zone.ts'
import { judgeBy, ruleOf, type Judgement, type RuleOfNode, type Where } from './judge.ts'

/** Returns the class of a value at a time, ms since the epoch; null if it is not judged. */
export type SeriesJudge = (value: number, at: number) => Judgement | null

/**
 * Returns a judge for many values of a node. Values are judged like single values (by the table for an hour, design
 * 8.1), each by the standard in force on its day. A month of minutes has few distinct values: each is evaluated once.
 * Same parameters as `judgeValue`.
 */
export function judgeSeries(zone: Zone, pollutant: string, unit: string, where: Where = {}): SeriesJudge {
  const rules = new Map<number, { rule: RuleOfNode; known: Map<number, Judgement | null> } | null>()
  const known = new Map<string, Map<number, Judgement | null>>()
  return (value, at) => {
    const hour = Math.floor(at / HOUR)
    let found = rules.get(hour)
    if (found === undefined) {
      const rule = ruleOf(zone, pollutant, unit, '1h', at, where)
      const key = rule ? `${rule.law.code} ${rule.question.day} ${rule.question.period}` : ''
      const answers = known.get(key) ?? new Map<number, Judgement | null>()
      known.set(key, answers)
      found = rule && { rule, known: answers }
      rules.set(hour, found)
    }
    if (found === null) return null
    const answer = found.known.get(value)
    if (answer !== undefined) return answer
    const judged = judgeBy(found.rule, value)
    found.known.set(value, judged)
    return judged
  }
}

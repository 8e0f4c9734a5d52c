import {
  isViolated,
  firingsOf,
  hasTwoLimits,
  limitFields,
  type AlarmRule,
  type Firing,
  type RuleSample,
} from '../../resources/kit/rule.ts'
import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/** A rule over one node of some devices. */
export interface BacktestRule extends AlarmRule {
  devices: readonly number[]
  node: number
  /**
   * All fields of the rule's record as its form holds them: judged as a whole by a platform that supports it
   * ("alarm-rules").
   */
  fields?: Readonly<Record<string, unknown>>
}

/** Why a device was not judged; `more`: it is beyond the number of devices that are requested one by one. */
export type LeftOut = 'unknown' | 'node' | 'no_data' | 'cap' | 'more'

/** A device that would have fired. */
export interface FiredDevice {
  id: number
  name: string
  /** May exceed the number of `episodes`. */
  count: number
  /** How long the device would have been in alarm in total, and its longest alarm, ms; null if unknown. */
  total: number | null
  longest: number | null
  episodes: Firing[]
}

/** Result of a backtest: when a rule would have fired over stored values. Times are epoch ms. */
export interface Backtest {
  start: number
  end: number
  /** Number of devices that were judged. */
  judged: number
  /** Number of the rule's devices that were created within the span; null if unknown. */
  added: number | null
  /** Least and greatest of the judged values; null if there are none. */
  min: number | null
  max: number | null
  /** Devices that would have fired, most firings first. */
  fired: FiredDevice[]
  leftOut: { id: number; name: string; reason: LeftOut }[]
  /** Number of messages the alarms would have sent; null if unknown. */
  messages: number | null
  /** Number of `messages` that are text messages. */
  sms: number | null
  /** Number of alarms that began on each day of the platform's time zone, by level (0: no level); null if unknown. */
  perDay: { day: string; levels: ReadonlyMap<number, number> }[] | null
  /** Number of further alarms there would be without hysteresis and minimum off; null if the rule has neither. */
  spared: number | null
}

/**
 * Runs a backtest on the platform: an extension, "alarm-backtest".
 *
 * @param whole whether the platform judges all of `fields`
 * @param span epoch ms
 * @throws WireError
 */
export async function backtestByPlatform(
  { devices, node, operator, x, y, hold, fields }: BacktestRule,
  whole: boolean,
  span: { start: number; end: number },
  signal?: AbortSignal,
): Promise<Backtest> {
  const plain = {
    device_list: devices.join(','),
    nodemap_id: node,
    ...limitFields({ operator, x, y }),
    ...(!hasTwoLimits(operator) && { params_y: undefined }),
    hold_time: hold / 1000,
  }
  const asked = {
    ...(whole && fields ? { rule: fields } : plain),
    ...(whole ? { from: span.start, to: span.end } : span),
  }
  const answer = await call('POST', 'alarmBacktest', { body: asked, signal })
  const found = isRecord(answer) ? answer : {}
  const [episodes, without] = [readNumber(found['episodes']), readNumber(found['episodes_without'])]
  return {
    start: readTime(found['start']) ?? 0,
    end: readTime(found['end']) ?? 0,
    judged: readNumber(found['judged']) ?? 0,
    added: readNumber(found['added']),
    min: readNumber(found['min']),
    max: readNumber(found['max']),
    fired: devicesOf(found['fired']).map(({ row, ...device }) => ({
      ...device,
      count: readNumber(row['count']) ?? 0,
      total: readNumber(row['total']),
      longest: readNumber(row['longest']),
      episodes: readRecords(row['episodes']).flatMap(firingOf),
    })),
    leftOut: devicesOf(found['left_out']).map(({ row, ...device }) => ({ ...device, reason: reasonOf(row['reason']) })),
    messages: readNumber(found['messages']),
    sms: readNumber(found['sms']),
    perDay: Array.isArray(found['perDay']) ? readRecords(found['perDay']).flatMap(dayOf) : null,
    spared: episodes === null || without === null ? null : without - episodes,
  }
}

/** Devices that are requested one by one at most: the history of a device is sent with all of its nodes. */
export const ONE_BY_ONE = 10

/**
 * Runs a backtest in the browser, device by device, for a platform that does not announce the call. How long a value
 * counts is unknown here: each value counts until the next.
 *
 * @param samplesOf returns the samples of one device's node in the span, oldest first
 */
export async function backtestByHistory(
  rule: BacktestRule,
  { start, end }: { start: number; end: number },
  samplesOf: (device: number) => Promise<readonly RuleSample[]>,
): Promise<Backtest> {
  const answer: Backtest = {
    start,
    end,
    judged: 0,
    added: null,
    min: null,
    max: null,
    fired: [],
    leftOut: rule.devices.slice(ONE_BY_ONE).map((id) => ({ id, name: '', reason: 'more' })),
    messages: null,
    sms: null,
    perDay: null,
    spared: null,
  }
  for (const id of rule.devices.slice(0, ONE_BY_ONE)) {
    const samples = await samplesOf(id)
    if (samples.length === 0) {
      answer.leftOut.push({ id, name: '', reason: 'no_data' })
      continue
    }
    answer.judged++
    for (const { value } of samples) {
      answer.min = Math.min(answer.min ?? Infinity, value)
      answer.max = Math.max(answer.max ?? -Infinity, value)
    }
    const episodes = samples.some(({ value }) => isViolated(rule, value))
      ? firingsOf(rule, samples, end, Number.POSITIVE_INFINITY)
      : []
    if (episodes.length === 0) continue
    const lengths = episodes.map(({ from, to }) => (to ?? end) - from)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    answer.fired.push({ id, name: '', count: episodes.length, total, longest: Math.max(...lengths), episodes })
  }
  answer.fired.sort((a, b) => b.count - a.count)
  return answer
}

const devicesOf = (answer: unknown): { id: number; name: string; row: Record<string, unknown> }[] =>
  readRecords(answer).flatMap((row) => {
    const id = integer(row['id'])
    return id === null ? [] : [{ id, name: readText(row['name']), row }]
  })

function firingOf(row: Record<string, unknown>): Firing[] {
  const from = readTime(row['from'])
  return from === null ? [] : [{ from, to: readTime(row['to']) }]
}

function dayOf(row: Record<string, unknown>): NonNullable<Backtest['perDay']> {
  const [day, counts] = [readText(row['day']), row['levels']]
  if (day === '' || !isRecord(counts)) return []
  const levels = Object.entries(counts).map(([level, count]): [number, number] => [
    Number(level) || 0,
    integer(count) ?? 0,
  ])
  return [{ day, levels: new Map(levels) }]
}

const reasons: readonly LeftOut[] = ['unknown', 'node', 'no_data', 'cap']
const reasonOf = (answer: unknown): LeftOut => reasons.find((reason) => reason === answer) ?? 'unknown'

import { errorText } from '../../i18n/errors.ts'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { isSwitch, applyScript, withoutNoise } from '../../resources/kit/reading.ts'
import { isAsShown, isOfClass, isOfLaw, operators, toDisplayedValue, type Limits } from '../../resources/kit/rule.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { classWord } from '../../standards/index.ts'
import { threshold } from '../../resources/threshold.ts'
import type { LiveNode, Registry } from '../platform.ts'
import type { Rule } from './rules.ts'
import type { Watch } from './watch.ts'

/** What is known of an alarm at one moment, in words: what its messages and its record are made of. */
export interface Facts {
  device: string
  sn: string
  node: string
  /** In the scale of the rule's limits; null where what the rule judges was not known. */
  raw: number | null
  /** The value as it is shown with the unit; `raw` where it is shown as no number. */
  number: number | null
  /** The value as a number or, for a switch and where the node's script says so, in words; words have no unit. */
  value: string
  unit: string
  /** The rule in words and numbers: "PM2.5 > 75 µg/m³". */
  rule: string
  name: string
  time: string
  level: string
  /** alarm_msg with its placeholders filled. */
  message: string
  /** Whether the alarm is about the node's silence. */
  silent: boolean
  district_id: number
  project_id: number
}

/** Time zone and language in which the platform writes. */
export interface MessageLocale {
  timeZone: string
  language: Language
}

export function factsOf(
  registry: Registry,
  {
    rule,
    deviceId,
    value,
    silent = false,
  }: Pick<Watch, 'rule' | 'deviceId' | 'value'> & Partial<Pick<Watch, 'silent'>>,
  at: number,
  { timeZone, language }: MessageLocale,
): Facts {
  const device = registry.device(deviceId)
  const node = device?.nodes.get(rule.nodemap_id)
  const unit = isOfLaw(rule) ? '' : (node?.unitname ?? '')
  const alias = node?.alias ?? String(rule.nodemap_id)
  // A value that is judged as it is shown has been through the script already.
  const said = node && rule.scripts?.has(node.id) ? { ...node, node_script: null } : node
  const words =
    value === null
      ? null
      : isOfClass(rule)
        ? classText(rule, value, at, language)
        : said && !isOfLaw(rule)
          ? valueWords(said, value, language)
          : null
  const shown = node && value !== null ? shownNumberOf(rule, node, value) : value
  const facts: Facts = {
    device: device?.name ?? String(deviceId),
    sn: device?.sn ?? '',
    node: alias,
    raw: value,
    number: shown ?? value,
    value: words ?? (shown === null ? '—' : plain(shown)),
    unit: words === null && shown !== null ? unit : '',
    rule: silent
      ? errorText(language, 'error.alarm.noDataFor', { node: alias, minutes: (rule.noData ?? 0) / 60_000 })
      : ruleText(rule, judgedName(rule, alias, language), unit, limitWords(rule, node, at, language)),
    name: rule.name,
    time: clockText(at, timeZone),
    level: levelText(rule.level, language),
    message: '',
    silent,
    district_id: device?.district_id ?? 0,
    project_id: device?.project_id ?? rule.project_id,
  }
  facts.message = fill(rule.message, facts)
  return facts
}

/**
 * What a message may name in braces: {device}, {sn}, {node}, {value}, {unit}, {rule}, {name}, {time}, {level}. Other
 * braces stay as they are.
 */
const PLACEHOLDERS = ['device', 'sn', 'node', 'value', 'unit', 'rule', 'name', 'time', 'level'] as const

export const fill = (text: string, facts: Facts): string =>
  text.replaceAll(pattern, (_whole, name: (typeof PLACEHOLDERS)[number]) => facts[name])

/** Whether a text names any of the facts itself; then it needs no frame around it. */
export const hasPlaceholder = (text: string): boolean => new RegExp(pattern.source).test(text)

const pattern = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g')

/** Returns in words what of a node is judged: its mean over an hour, its change within ten minutes. */
function judgedName({ conditions }: Pick<Rule, 'conditions'>, node: string, language: Language): string {
  if (!conditions || conditions.calc === 'value') return node
  return errorText(language, `error.alarm.calc.${conditions.calc}`, { node, minutes: conditions.minutes })
}

export function ruleText(
  { operator, x, y }: Limits,
  node: string,
  unit: string,
  words: (value: number, withUnit: (shown: number) => string) => string = (value, withUnit) => withUnit(value),
): string {
  const withUnit = (value: number): string => `${plain(value)}${unit === '' ? '' : ` ${unit}`}`
  const limit = (value: number): string => words(value, withUnit)
  return operators[operator].text(node, limit(x), limit(y))
}

/**
 * Returns a class of the rule's own node in the words of its standard; its number where the standard or its word is not
 * known.
 */
function classText({ judges, nodemap_id }: Rule, level: number, at: number, language: Language): string {
  const standard = judges?.get(nodemap_id)?.standardAt(at)
  const word = standard === undefined ? null : classWord(standard, level, labelIndex[language])
  return word ?? plain(level)
}

/**
 * Returns the function that puts a limit into words; a limit of stored values that are shown as other numbers is given
 * as both.
 */
function limitWords(
  rule: Rule,
  node: LiveNode | undefined,
  at: number,
  language: Language,
): Parameters<typeof ruleText>[3] {
  if (isOfClass(rule)) return (value) => classText(rule, value, at, language)
  if (isOfLaw(rule) || !node || isSwitch(node) || !node.node_script?.trim() || rule.scripts?.has(rule.nodemap_id))
    return undefined
  return (value, withUnit) => {
    const shown = toDisplayedValue(node.node_script, value, rule.conditions?.calc)
    const stored = errorText(language, 'error.alarm.stored', { value: plain(value) })
    return shown === null ? stored : shown === value ? withUnit(value) : `${withUnit(shown)} (${stored})`
  }
}

/** Returns the number that is shown for a value in the scale of a rule's limits; null where none is shown. */
function shownNumberOf(rule: Rule, node: LiveNode, value: number): number | null {
  if (isAsShown(rule, node.id)) return value
  return toDisplayedValue(node.node_script, value, rule.conditions?.calc)
}

/** Returns a moment as it is written in a time zone: 2026-11-20 14:03:22. */
export const clockText = (at: number, timeZone: string): string => zoneOf(timeZone).full(at)

const levelText = (level: number | null, language: Language): string =>
  threshold.fields.alert_level.options.find(({ value }) => value === level)?.label[labelIndex[language]] ??
  String(level ?? '')

/** Returns a value in words: those of the node's script or, for a switch, on and off; null where it is a number. */
export function valueWords(
  { registertype, node_script }: Pick<LiveNode, 'registertype' | 'node_script'>,
  value: number,
  language: Language,
): string | null {
  const reading = applyScript(node_script, value)
  if (typeof reading === 'string') return reading
  return isSwitch({ registertype })
    ? errorText(language, Number(reading ?? value) === 0 ? 'error.alarm.off' : 'error.alarm.on')
    : null
}

/** Formats a number without the noise of binary fractions. */
const plain = (value: number): string => String(withoutNoise(value))

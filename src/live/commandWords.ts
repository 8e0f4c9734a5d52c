import type { CommandStory, NodeDisplay } from '../../dataProvider/calls/control.ts'
import type { SwitchResult } from '../../resources/kit/switches.ts'
import { MINUTE, type Zone } from '../../resources/kit/zone.ts'
import { readNode } from '../../resources/kit/reading.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string

/**
 * Formats a node's raw value for display: on or off, or the number its script computes, with its unit; "—" for null.
 */
export function rawWords(kind: NodeDisplay, value: number | null, translate: Translate): string {
  const reading = readNode({ ...kind, value })
  if (reading.kind === 'none') return '—'
  if (reading.kind === 'switch') return translate(reading.on ? 'monitor.node.on' : 'monitor.node.off')
  return reading.kind === 'text' ? reading.text : `${reading.text} ${kind.unitname}`.trim()
}

/** "Off → On". */
export const changeWords = (kind: NodeDisplay, from: number | null, to: number | null, translate: Translate): string =>
  translate('control.fromTo', { from: rawWords(kind, from, translate), to: rawWords(kind, to, translate) })

/** The outcome of a command, and how long it took. */
export function outcomeWords(
  { outcome, askedAt, endedAt, reported }: CommandStory,
  kind: NodeDisplay,
  translate: Translate,
): string {
  if (outcome === 'confirmed')
    return translate('control.confirmed', { after: spanWords(Math.max(0, (endedAt ?? askedAt) - askedAt), translate) })
  if (outcome === null) return translate('control.waiting')
  return reported === null
    ? translate('control.unconfirmed')
    : translate('control.unconfirmedWith', { value: rawWords(kind, reported, translate) })
}

/** How a device answered when a value was set. */
export function resultWords(
  result: SwitchResult | null,
  reported: number | null,
  kind: NodeDisplay | null,
  translate: Translate,
): string {
  if (result === null) return translate('control.waiting')
  if (result !== 'different' || reported === null) return translate(`control.results.${result}`)
  const value = kind ? rawWords(kind, reported, translate) : String(reported)
  return translate('control.results.differentFrom', { value })
}

export const askerOf = ({ askedBy }: CommandStory, translate: Translate): string =>
  askedBy ?? translate('control.alarm')

/** When the command was sent, by whom, from which value to which. */
export const commandWords = (command: CommandStory, kind: NodeDisplay, zone: Zone, translate: Translate): string =>
  translate('control.by', {
    time: zone.full(command.askedAt),
    name: askerOf(command, translate),
    change: changeWords(kind, command.from, command.to, translate),
  })

/** A duration in seconds, or in minutes from one minute on. */
export const spanWords = (ms: number, translate: Translate): string =>
  ms < MINUTE
    ? translate('control.seconds', { count: (ms / 1000).toFixed(1) })
    : translate('control.minutes', { count: Math.round(ms / MINUTE) })

import { DivIcon } from 'leaflet'
import { WRENCH } from './wrench.ts'
import css from './map.module.css'

/** Looks of a pin, one shape each, so that no state is distinguished by colour alone. */
export type PinLook = 'online' | 'offline' | 'alarm' | 'stale' | 'disabled' | 'unknown' | 'plain'

const DROP = 'M0 0C-4 -6 -9 -10 -9 -17A9 9 0 1 1 9 -17C9 -10 4 -6 0 0Z'
const hollow = `<path class="${css.pinSlash}" d="M-3.5 -20.5L3.5 -13.5"/>`
const dot = `<circle class="${css.pinDot}" cy="-17" r="3.5"/>`
/** The product's own drawings, no external text. */
const drawings: Readonly<Record<PinLook, string>> = {
  online: dot,
  plain: dot,
  stale: dot,
  alarm: `<path class="${css.pinBang}" d="M0 -21.5V-16.5M0 -13.3V-13.2"/>`,
  offline: hollow,
  unknown: `<circle class="${css.pinSlash}" cy="-17" r="2.5"/>`,
  disabled: `<path class="${css.pinSlash}" d="M-4 -17H4"/>`,
}

const looks: Readonly<Record<PinLook, string | undefined>> = {
  online: undefined,
  plain: css.pinPlain,
  alarm: css.pinAlarm,
  stale: css.pinStale,
  offline: css.pinOffline,
  unknown: css.pinUnknown,
  disabled: css.pinDisabled,
}

/** Maintenance begins soon: a small wrench above the pin's symbol. */
const PLANNED = `<g class="${css.pinPlanned}" transform="translate(-9 -26)"><circle r="7"/><path transform="scale(.42) translate(-12 -12)" d="${WRENCH}"/></g>`

/**
 * Returns a pin of 26 × 34 px whose tip is at its position, with room for a label beside it; `planned`: its device will
 * be under maintenance within a day.
 */
export function pinIcon(look: PinLook, chosen: boolean, planned = false): DivIcon {
  const halo =
    look === 'alarm'
      ? `<circle class="${css.pinHalo}" r="15"/><circle class="${css.pinHalo}" r="9"/>`
      : `<ellipse class="${css.pinShade}" rx="5" ry="2"/>`
  const html = `<svg width="48" height="48" viewBox="-24 -32 48 48" aria-hidden="true">${halo}<path class="${css.pinDrop}" d="${DROP}"/>${drawings[look]}${planned ? PLANNED : ''}</svg><span class="${css.pinLabel}"></span>`
  return new DivIcon({
    html,
    className: [css.pin, looks[look], chosen && css.pinChosen].filter(Boolean).join(' '),
    iconSize: [26, 34],
    iconAnchor: [13, 30],
  })
}

export interface RingPart {
  name: string
  count: number
}

const SIZE = 48
const CIRCLE = 2 * Math.PI * 19

/** Returns a cluster icon: its number inside a ring of shares; existing shares are visible however small. */
export function clusterIcon(count: number, parts: readonly RingPart[]): DivIcon {
  const shown = parts.filter((part) => part.count > 0)
  const shares = shown.map((part) => Math.max(part.count / count, 0.06))
  const sum = shares.reduce((all, share) => all + share, 0)
  let turned = -90
  const arcs = shown.map(({ name }, at) => {
    const share = (shares[at] ?? 0) / sum
    const arc = `<circle class="${css.ringPart}" data-look="${name}" r="19" stroke-dasharray="${(share * CIRCLE).toFixed(1)} ${CIRCLE.toFixed(1)}" transform="rotate(${turned.toFixed(1)})"/>`
    turned += share * 360
    return arc
  })
  const alarm = shown.some(({ name }) => name === 'alarm')
  const html = `<svg width="${SIZE}" height="${SIZE}" viewBox="-24 -24 48 48" aria-hidden="true"><circle class="${css.ringGround}" r="23.5"/>${arcs.join('')}<text class="${css.ringCount}" y="4.5">${short(count)}</text>${alarm ? BADGE : ''}</svg>`
  return new DivIcon({ html, className: css.cluster, iconSize: [SIZE, SIZE], iconAnchor: [SIZE / 2, SIZE / 2] })
}

/** An alarm inside is shown by a mark too, not by red alone. */
const BADGE = `<g class="${css.ringAlarm}" transform="translate(16 -16)"><circle r="7"/><path d="M0 -3.5V0.5M0 3.2V3.3"/></g>`

const short = (count: number): string =>
  count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`

/** A corner of an outline. */
export const cornerIcon = (): DivIcon =>
  new DivIcon({ className: css.corner, iconSize: [24, 24], iconAnchor: [12, 12] })

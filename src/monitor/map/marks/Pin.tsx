import type { Marker as LeafletMarker } from 'leaflet'
import { useTranslate } from 'react-admin'
import { memo, useEffect, useMemo, useRef } from 'react'
import { Marker } from 'react-leaflet'
import type { Pair } from '../../../../resources/kit/datum.ts'
import type { StationReading } from '../../../environment/quantity.ts'
import { useClassWords } from '../../../environment/useClassWords.ts'
import { useGroundContext } from '../../../map/groundContext.ts'
import { pinIcon } from '../../../map/icons.ts'
import { dotIcon, plateIcon, writeFigure } from '../../../map/plates.ts'
import { liveReading } from '../../../live/sparklines/resolution.ts'
import { isAlarmNode, plannedWords, upkeepUntil, useShownDevice, type ShownDevice } from '../../../live/display.ts'
import { faceOf, markName, readingWords, type Told } from './faces.ts'
import { useMarkHandlers } from './useMarkHandlers.ts'

interface PinProps extends Told {
  id: number
  place: Pair
  chosen: boolean
  onSelect: (id: number) => void
  onHover: (id: number | null) => void
  /** The device's reading of the quantity in view; undefined if it does not measure it. */
  reading: StationReading | undefined
  /** The quantity's name. */
  quantity: string
  /** Draws a dot: other marks are too near, or the device does not measure the quantity. */
  isSmall: boolean
  /**
   * The map shows a past moment: the label then leaves out that the device's state is unknown, which is true of every
   * device.
   */
  isPast: boolean
}

/**
 * The mark of a device. Rendered again only when its device or reading changed; its element survives a changed value,
 * and keeps the focus.
 */
export const Pin = memo(function Pin({
  id,
  place,
  chosen,
  onSelect,
  onHover,
  reading,
  quantity,
  standard,
  period,
  isSmall,
  isPast,
}: PinProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const { toMap } = useGroundContext()
  const marker = useRef<LeafletMarker>(null)
  const shown = useShownDevice(id)
  const status = shown === null ? 'unknown' : shown.abnormal && shown.status === 'alarm' ? 'alarm' : shown.status
  const alarm = shown?.measured === true
  const upkeep = shown !== null && upkeepUntil(shown) !== null
  const plan = shown === null ? '' : plannedWords(shown, translate)
  const planned = plan !== ''
  const face = reading ? faceOf(reading, words, { status, alarm, upkeep }) : null
  const { look = 'none', verdict = null, ticks = 0, figure = '' } = face ?? {}
  // A device in alarm is never drawn as a mere dot because it lacks a reading.
  const asDot = isSmall && !(alarm && face === null)
  const state = isPast ? 'past' : status
  const icon = useMemo(() => {
    if (asDot) return dotIcon({ verdict, alarm, planned }, state, chosen)
    return look !== 'none' || figure !== ''
      ? plateIcon({ look, verdict, figure, ticks, alarm, planned }, chosen, null)
      : pinIcon(status, chosen, planned)
  }, [asDot, look, verdict, figure, ticks, alarm, planned, state, status, chosen])
  const position = useMemo(() => toMap(place), [toMap, place])
  const value = shown === null || status !== 'alarm' || face ? '' : alarmValue(shown)
  const shows = upkeep
    ? translate('environment.state.maintenance')
    : reading
      ? readingWords(reading, quantity, words, translate, { standard, period })
      : value
  const said = [shows, plan].filter(Boolean).join(' · ')
  const name = markName({ name: shown?.device.name ?? String(id), status, said, isPast }, translate)
  useEffect(() => {
    const element = marker.current?.getElement()
    element?.setAttribute('aria-label', name)
    element?.setAttribute('title', name)
    element?.setAttribute('data-device', String(id))
    const label = element?.querySelector('svg + span')
    if (label) label.textContent = value
    writeFigure(element, figure)
  })
  const handlers = useMarkHandlers(
    () => onSelect(id),
    (isOver) => onHover(isOver ? id : null),
  )
  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      eventHandlers={handlers}
      zIndexOffset={chosen ? 2000 : alarm ? 1000 : asDot ? -500 : 20 * ticks}
    />
  )
})

/** Returns the label of a red pin: name and value of the node in alarm. */
function alarmValue(shown: ShownDevice): string {
  const node = shown.device.nodes.find((each) => isAlarmNode(shown, each))
  const reading = node && liveReading(node)
  if (!node || reading === undefined || (reading.kind !== 'number' && reading.kind !== 'text')) return ''
  return `${node.alias} ${reading.text} ${node.unitname}`.trim()
}

import { useStore, useTranslate } from 'ra-core'
import { useMemo, useState, type CSSProperties } from 'react'
import { useZone } from '../../chart/useZone.ts'
import { useClock } from '../../live/useClock.ts'
import { DeviceStoreContext } from '../../live/useDevice.ts'
import { useNames } from '../../live/useNames.ts'
import { PopoverHostContext } from '../../ui/index.ts'
import { DisplayContext } from '../monitor/display.ts'
import { AlarmCounts } from './AlarmCounts.tsx'
import { Areas } from './Areas.tsx'
import './bigscreen.css'
import './panels.css'
import './live.css'
import './queries.css'
import './stacked.css'
import { Carousel } from './Carousel.tsx'
import { ComparePanel } from './ComparePanel.tsx'
import { DeviceStatus } from './DeviceStatus.tsx'
import { Header } from './Header.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { Regions } from './Regions.tsx'
import { regionsOf } from './regions.ts'
import { cardsOf } from './slides.ts'
import { useAlwaysDark } from './useAlwaysDark.ts'
import { useOverview } from './useOverview.ts'
import { useRenewal } from './useRenewal.ts'
import { useScreenDevices } from './useScreenDevices.ts'
import { StageContext, useStage } from './useStage.ts'

/** How often ages and the calendar day are looked at, ms. */
const MINUTELY = 30_000

/** /BigScreen (spec 1 §2.6): everything at a glance on a wall, for weeks. Drawn on 1920 x 1080 px and scaled as a whole (design §5). */
export default function BigScreenPage() {
  useAlwaysDark()
  useRenewal()
  const translate = useTranslate()
  const zone = useZone()
  const stage = useStage()
  const [host, setHost] = useState<HTMLElement | null>(null)
  const { store, poll } = useScreenDevices()
  const names = useNames(true)
  const now = useClock(MINUTELY)
  const today = zone.day(now)
  const [stored, setArea] = useStore<number | null>('bigScreen.area', null)
  const { areas, area, devices, online, own, treeCounts, alarms, here } = useOverview(store, names, stored)
  const rest = translate('bigscreen.rest')
  const regions = useMemo(() => regionsOf(areas, own, devices.length, rest), [areas, own, devices.length, rest])
  const cards = useMemo(() => cardsOf(here), [here])
  const display = useMemo(() => ({ names, now }), [names, now])
  const popovers = useMemo(() => ({ host, scale: stage.scale }), [host, stage.scale])
  const { scale, width, height, left, top } = stage
  const style = { '--big-scale': scale, ...(stage.stacked ? {} : { width, height, transform: `translate(${left}px, ${top}px) scale(${scale})` }) } as CSSProperties
  return (
    <main className="big" data-small={stage.small || undefined} data-stacked={stage.stacked || undefined}>
      <StageContext value={stage}>
        <PopoverHostContext value={popovers}>
          <DeviceStoreContext value={store}>
            <DisplayContext value={display}>
              <div className="big-stage" style={style}>
                <Header poll={poll} />
                <div className="big-left">
                  <DeviceStatus total={devices.length} online={online} />
                  <Regions regions={regions} />
                  <AlarmCounts today={today} zone={zone} />
                </div>
                <div className="big-right">
                  <div className="big-upper">
                    <Areas areas={areas} counts={treeCounts} alarms={alarms} selected={area} onSelect={setArea} />
                    <Carousel key={area} cards={cards} devices={here.length} area={area === null ? translate('bigscreen.all') : (names.areaNames.get(area) ?? '')} />
                  </div>
                  <div className="big-lower">
                    <HistoryPanel areas={areas} area={area} devices={devices} today={today} zone={zone} />
                    <ComparePanel areas={areas} areaNames={names.areaNames} today={today} zone={zone} />
                  </div>
                </div>
              </div>
            </DisplayContext>
          </DeviceStoreContext>
        </PopoverHostContext>
      </StageContext>
      {/* Popovers and their like, outside of what is scaled. */}
      <div ref={setHost} className="big-host" />
    </main>
  )
}

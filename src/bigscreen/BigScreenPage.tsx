import { call } from '../../dataProvider/http.ts'
import { useMemo, useState, type CSSProperties, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { HOUR } from '../../resources/kit/zone.ts'
import { DeviceStoreContext } from '../live/useDevice.ts'
import { useClock } from '../live/useClock.ts'
import { usePollState, usePoller } from '../live/usePoll.ts'
import { useArrival } from '../kit/hooks/useArrival.ts'
import { PopoverHostContext, useMe } from '../kit/index.ts'
import { Backdrop } from './stage/Backdrop.tsx'
import { Header } from './stage/Header.tsx'
import { Panels } from './Panels.tsx'
import { useAlwaysDark } from './stage/useAlwaysDark.ts'
import { useIdle } from './stage/useIdle.ts'
import { useNight } from './stage/useNight.ts'
import { useLayout } from './useLayout.ts'
import { missingReasonOf, useScreenDevices } from './useScreenDevices.ts'
import { StageContext, useStage } from './stage/useStage.ts'
import '../kit/theme/wall.css'
import css from './bigscreen.module.css'

/**
 * /BigScreen (spec 1 §2.6, design 8.8): an overview on a wall screen that runs for weeks. Laid out on 1920 x 1080 px
 * and scaled as a whole (design §5).
 */
export default function BigScreenPage() {
  useAlwaysDark()
  useAwake()
  useRenewal()
  useArrival(useLocation().pathname)
  const stage = useStage()
  const idle = useIdle()
  const [host, setHost] = useState<HTMLElement | null>(null)
  const { store, poll } = useScreenDevices()
  const missing = usePollState(poll, missingReasonOf)
  const choice = useLayout()
  const isNight = useNight(store)
  const dimmed = isNight && choice.layout === 'situation' && !stage.stacked
  const [dx, dy] = useDrift(choice.layout === 'situation')
  const popovers = useMemo(() => ({ host, scale: stage.scale }), [host, stage.scale])
  const { scale, width, height, left, top } = stage
  const style = {
    '--big-scale': scale,
    ...(stage.stacked ? {} : { width, height, transform: `translate(${left + dx}px, ${top + dy}px) scale(${scale})` }),
  } as CSSProperties
  return (
    <main
      id="main"
      className={css.big}
      data-part="bigscreen"
      tabIndex={-1}
      data-small={stage.small || undefined}
      data-stacked={stage.stacked || undefined}
      data-idle={idle || undefined}
    >
      <Backdrop />
      <StageContext value={stage}>
        <PopoverHostContext value={popovers}>
          <DeviceStoreContext value={store}>
            <div className={css.stage} style={style}>
              <Header poll={poll} dimmed={dimmed} choice={choice} />
              <Panels store={store} missing={missing} idle={idle} layout={choice.layout} />
            </div>
          </DeviceStoreContext>
        </PopoverHostContext>
      </StageContext>
      {dimmed && <div className={css.dim} aria-hidden />}
      {/* Host of popovers, outside the scaled element. */}
      <div ref={setHost} />
    </main>
  )
}

/** Returns the offset of the picture, px: two px further every ten minutes, to prevent burn-in (design 8.8). */
function useDrift(drifts: boolean): readonly [number, number] {
  const step = useClock(DRIFT_INTERVAL_MS) / DRIFT_INTERVAL_MS
  return (drifts ? CORNERS[step % CORNERS.length] : undefined) ?? HERE
}

const DRIFT_INTERVAL_MS = 600_000
const HERE = [0, 0] as const
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const

/** Twice a day: a session lives for 30 days from its last renewal. */
const TIMING = { every: 12 * HOUR, after: 60_000 } as const

/**
 * Keeps a wall screen signed in (WaysOut makes it one). A failure is retried; an expired session shows the sign-in
 * page.
 */
function useRenewal(): void {
  const { wall } = useMe()
  usePoller(async (signal) => {
    if (wall) await call('POST', 'renew', { signal })
  }, TIMING)
}

/**
 * Keeps the screen awake while the page is visible. If the browser cannot or refuses, the machine's own settings apply.
 */
function useAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let left = false
    // The browser releases the lock when the tab is hidden.
    const acquire = () => {
      if (document.visibilityState === 'visible')
        void navigator.wakeLock.request('screen').then(
          (acquired) => (left ? void acquired.release() : (lock = acquired)),
          () => {},
        )
    }
    acquire()
    document.addEventListener('visibilitychange', acquire)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', acquire)
      void lock?.release()
    }
  }, [])
}

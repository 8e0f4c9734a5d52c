import { useCallback, useEffect, useRef, useState } from 'react'
import { beginBinding, scanOf, type QrScene } from '../../../dataProvider/calls/alarmConfig.ts'

/** State of the binding of a WeChat account (spec 2 §4). */
export type Binding =
  | { state: 'preparing' }
  | { state: 'failed'; error: unknown }
  | { state: 'waiting'; scene: QrScene /** Epoch ms. */; end: number; trouble: boolean }
  | { state: 'expired'; scene: QrScene }
  | { state: 'saving'; scene: QrScene; openid: string; error: unknown }
  | { state: 'bound'; scene: QrScene }

/** Interval at which the platform is asked whether the code was scanned, ms (spec 2 §9). */
const POLL_INTERVAL_MS = 1000
/**
 * How long the console waits for the platform to report a code as expired before it treats the code as expired itself,
 * ms.
 */
const GRACE_MS = 3000

/**
 * Runs through one QR code after another: a scene with its own random id, polled each second while the page is visible,
 * until the code was scanned and `save` has stored the open id, or the code is too old. Ends with the component.
 */
export function useBinding(districtId: number, save: (openid: string) => Promise<void>) {
  const [binding, setBinding] = useState<Binding>({ state: 'preparing' })
  const [randomId, setRandomId] = useState(newRandomId)
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  const saveOpenId = useCallback(async (scene: QrScene, openid: string, alive: () => boolean) => {
    setBinding({ state: 'saving', scene, openid, error: null })
    try {
      await latest.current(openid)
      if (alive()) setBinding({ state: 'bound', scene })
    } catch (error) {
      if (alive()) setBinding({ state: 'saving', scene, openid, error })
    }
  }, [])

  const alive = useRef(true)
  useEffect(() => {
    const ending = new AbortController()
    alive.current = true
    void runRound({
      districtId,
      randomId,
      signal: ending.signal,
      set: setBinding,
      onScanned: (scene, openid) => void saveOpenId(scene, openid, () => !ending.signal.aborted),
    })
    return () => {
      ending.abort()
      alive.current = false
    }
  }, [districtId, randomId, saveOpenId])

  const refresh = () => {
    setBinding({ state: 'preparing' })
    setRandomId(newRandomId())
  }
  const retrySave = () => {
    if (binding.state === 'saving') void saveOpenId(binding.scene, binding.openid, () => alive.current)
  }
  return { binding, refresh, retrySave }
}

interface Round {
  districtId: number
  randomId: string
  signal: AbortSignal
  set: (binding: Binding) => void
  onScanned: (scene: QrScene, openid: string) => void
}

async function runRound({ districtId, randomId, signal, set, onScanned }: Round): Promise<void> {
  let scene: QrScene
  try {
    scene = await beginBinding(districtId, randomId, signal)
  } catch (error) {
    if (!signal.aborted) set({ state: 'failed', error })
    return
  }
  const end = Date.now() + scene.seconds * 1000
  let trouble = false
  while (!signal.aborted) {
    set({ state: 'waiting', scene, end, trouble })
    // Sequential polling: the next request starts a second after the last answer.
    await nextTurn(signal)
    if (signal.aborted) return
    try {
      const scan = await scanOf(randomId, signal)
      trouble = false
      if (scan.state === 'bound') return onScanned(scene, scan.openid)
      if (scan.state === 'expired') return set({ state: 'expired', scene })
    } catch {
      if (signal.aborted) return
      trouble = true
    }
    if (Date.now() > end + GRACE_MS) return set({ state: 'expired', scene })
  }
}

/** Resolves a second later, and not before the page is visible. */
function nextTurn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      if (!signal.aborted && document.visibilityState === 'hidden') return
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', finish)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', finish)
      finish()
    }, POLL_INTERVAL_MS)
    signal.addEventListener('abort', finish)
  })
}

/** Returns 32 hex digits. Not by randomUUID, which is unavailable when the console is served without TLS. */
const newRandomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

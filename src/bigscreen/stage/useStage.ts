import { createContext, useEffect, useState } from 'react'
import { stageOf, type Stage } from './stage.ts'

/** The stage around, for what must know how large it is drawn. */
export const StageContext = createContext<Stage>(stageOf(1920, 1080))

/** The stage of this window; updated on resize. */
export function useStage(): Stage {
  const [stage, setStage] = useState(now)
  useEffect(() => {
    const resized = () => setStage(now())
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  return stage
}

const now = (): Stage => stageOf(window.innerWidth, window.innerHeight)

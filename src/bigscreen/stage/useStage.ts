import { createContext, useEffect, useState } from 'react'
import { stageOf, type Stage } from './stage.ts'

/** The enclosing stage, for components that depend on its scale. */
export const StageContext = createContext<Stage>(stageOf(1920, 1080))

/** Returns the stage of this window; updated on resize. */
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

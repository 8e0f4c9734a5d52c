import { useStore } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { useOffered } from '../environment/useOffered.ts'
import { useExtensions } from '../kit/index.ts'

/** What the screen can look like: what the environment is like now, or the areas' devices, history and comparison (spec 1 §2.6). */
export const WALL_LAYOUTS = ['situation', 'classic'] as const
export type WallLayout = (typeof WALL_LAYOUTS)[number]

export interface LayoutChoice {
  /** null while it is not known what the platform can tell. */
  layout: WallLayout | null
  /** Null where there is nothing to choose: the platform judges nothing. */
  onLayout: ((layout: WallLayout) => void) | null
}

/**
 * The layout the address names, else the one this screen was given last, else the situation. In front of a platform that judges nothing there is the
 * classic one alone.
 */
export function useLayout(): LayoutChoice {
  const isKnown = useExtensions() !== undefined
  const offered = useOffered('environment')
  const [search, setSearch] = useSearchParams()
  const [kept, keep] = useStore<string | null>('bigScreen.layout', null)
  const isNamed = (text: string | null) => WALL_LAYOUTS.find((layout) => layout === text)
  if (!offered) return { layout: isKnown ? 'classic' : null, onLayout: null }
  return {
    layout: isNamed(search.get('layout')) ?? isNamed(kept) ?? 'situation',
    onLayout: (layout) => {
      keep(layout)
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          next.set('layout', layout)
          return next
        },
        { replace: true },
      )
    },
  }
}

import { useStore } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { useOffered } from '../environment/useOffered.ts'
import { useExtensions } from '../kit/index.ts'

/**
 * Layouts of the screen: the state of the environment now, or the areas' devices, history and comparison (spec 1 §2.6).
 */
export const WALL_LAYOUTS = ['situation', 'classic'] as const
export type WallLayout = (typeof WALL_LAYOUTS)[number]

export interface LayoutChoice {
  /** null until the platform's extensions are known. */
  layout: WallLayout | null
  /** Null if there is no choice: the platform judges nothing. */
  onLayout: ((layout: WallLayout) => void) | null
}

/**
 * Returns the layout in the address, else the one last chosen on this screen, else the situation. On a platform that
 * judges nothing only the classic layout exists.
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

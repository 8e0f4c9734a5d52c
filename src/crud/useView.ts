import { useStore } from 'ra-core'
import type { Resource } from '../../resources/kit/define.ts'

/** How a list draws its rows: as a table, or in the way its definition offers beside (`view`). */
export type View = 'table' | 'cards'

/** The user's choice, remembered for each resource. */
export function useView(resource: Resource): [View, (view: View) => void] {
  const [view, setView] = useStore<View>(`view.${resource.path}`, 'table')
  return [resource.view && view === 'cards' ? 'cards' : 'table', setView]
}

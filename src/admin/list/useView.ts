import type { Resource } from '../../../resources/kit/define.ts'
import { useUserStore } from './useUserStore.ts'

/** How a list draws its rows: as a table, or in the additional view of its definition (`view`). */
export type ListView = 'table' | 'cards'

/** The user's choice, remembered for each resource. */
export function useView(resource: Resource): [ListView, (view: ListView) => void] {
  const [view, setView] = useUserStore<ListView>(`view.${resource.path}`, 'table')
  return [resource.view && view === 'cards' ? 'cards' : 'table', setView]
}

import EntityList from '../../admin/EntityList.tsx'
import { SlotsContext } from '../../admin/slots.ts'
import { slots } from '../slots.ts'

/** The list of an entity with its dialogs, and what definitions name in them. */
export default function ListPage() {
  return (
    <SlotsContext value={slots}>
      <EntityList />
    </SlotsContext>
  )
}

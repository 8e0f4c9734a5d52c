import EntityList from '../../admin/EntityList.tsx'
import { SlotsContext } from '../../admin/slots.ts'
import { slots } from '../slots.ts'

/** List page of an entity with its dialogs, and the components that definitions name. */
export default function ListPage() {
  return (
    <SlotsContext value={slots}>
      <EntityList />
    </SlotsContext>
  )
}

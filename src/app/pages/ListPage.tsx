import EntityList from '../../admin/EntityList.tsx'
import { SlotsContext } from '../../admin/slots.ts'
import { ConsoleTheme } from '../../kit/theme/ConsoleTheme.tsx'
import { slots } from '../slots.ts'

/** Lists and forms draw with MUI; its theme comes with them, so that pages without MUI need not load it. */
export default function ListPage() {
  return (
    <ConsoleTheme>
      <SlotsContext value={slots}>
        <EntityList />
      </SlotsContext>
    </ConsoleTheme>
  )
}

import EntityList from '../admin/EntityList.tsx'
import { ConsoleTheme } from '../theme/ConsoleTheme.tsx'

/** Lists and forms draw with MUI; its theme comes with them, so that pages without MUI need not load it. */
export default function ListPage() {
  return (
    <ConsoleTheme>
      <EntityList />
    </ConsoleTheme>
  )
}

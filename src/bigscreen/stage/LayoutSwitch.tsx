import { useTranslate } from 'react-admin'
import { Segment } from '../../kit/index.ts'
import { WALL_LAYOUTS, type WallLayout } from '../useLayout.ts'

/** Chooses between the two layouts: a radio group with one tab stop, operated by the arrow keys. */
export function LayoutSwitch({ layout, onLayout }: { layout: WallLayout; onLayout: (layout: WallLayout) => void }) {
  const translate = useTranslate()
  return (
    <Segment
      label={translate('bigscreen.layout.label')}
      value={layout}
      onChange={onLayout}
      options={WALL_LAYOUTS.map((value) => ({ value, label: translate(`bigscreen.layout.${value}`) }))}
    />
  )
}

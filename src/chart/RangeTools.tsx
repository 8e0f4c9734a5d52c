import { IconButton, Tooltip } from '@mui/material'
import { ChevronLeft, ChevronRight, RotateCcw, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { shiftedRange, zoomedRange, type Range } from './model.ts'
import css from './chart.module.css'

interface RangeToolsProps {
  fullRange: Range
  range: Range
  onRange: (range: Range) => void
}

/** Buttons that move and zoom a chart without dragging: for keyboard, touch, or switch devices. */
export function RangeTools({ fullRange, range, onRange }: RangeToolsProps) {
  const translate = useTranslate()
  const half = (range.to - range.from) / 2
  const part = range.from > fullRange.from || range.to < fullRange.to
  return (
    <span className={css.tools} data-part="tools" role="group" aria-label={translate('chart.tools')}>
      <Tool icon={RotateCcw} name={translate('chart.whole')} disabled={!part} onPress={() => onRange(fullRange)} />
      <Tool
        icon={ChevronLeft}
        name={translate('chart.back')}
        disabled={range.from <= fullRange.from}
        onPress={() => onRange(shiftedRange(range, fullRange, -half))}
      />
      <Tool
        icon={ZoomOut}
        name={translate('chart.zoomOut')}
        disabled={!part}
        onPress={() => onRange(zoomedRange(range, fullRange, 2))}
      />
      <Tool
        icon={ZoomIn}
        name={translate('chart.zoomIn')}
        disabled={half <= 5000}
        onPress={() => onRange(zoomedRange(range, fullRange, 0.5))}
      />
      <Tool
        icon={ChevronRight}
        name={translate('chart.forth')}
        disabled={range.to >= fullRange.to}
        onPress={() => onRange(shiftedRange(range, fullRange, half))}
      />
    </span>
  )
}

function Tool({
  icon: Icon,
  name,
  disabled,
  onPress,
}: {
  icon: LucideIcon
  name: string
  disabled: boolean
  onPress: () => void
}) {
  return (
    <Tooltip describeChild title={name}>
      {/* A disabled button fires no pointer events, so that the tooltip needs a wrapper. */}
      <span>
        <IconButton className={css.tool} aria-label={name} disabled={disabled} onClick={onPress}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </span>
    </Tooltip>
  )
}

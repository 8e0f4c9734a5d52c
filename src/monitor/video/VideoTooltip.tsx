import { Tooltip, type TooltipProps } from '@mui/material'

/** A Tooltip that shows over the whole screen too, where the page is hidden but for the element that fills it. */
export const VideoTooltip = ({ title, children }: Pick<TooltipProps, 'title' | 'children'>) => (
  <Tooltip title={title} slotProps={IN_SIGHT}>
    {children}
  </Tooltip>
)

const IN_SIGHT = { popper: { container: () => document.fullscreenElement ?? document.body } }

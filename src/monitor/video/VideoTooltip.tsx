import { Tooltip, type TooltipProps } from '@mui/material'

/** A Tooltip that also works in full screen, where only the full-screen element and its descendants are visible. */
export const VideoTooltip = ({ title, children }: Pick<TooltipProps, 'title' | 'children'>) => (
  <Tooltip title={title} slotProps={IN_SIGHT}>
    {children}
  </Tooltip>
)

const IN_SIGHT = { popper: { container: () => document.fullscreenElement ?? document.body } }

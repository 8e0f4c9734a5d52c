import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import css from './controls.module.css'

/** A choice in a row that is on or off: a filter, a time span, a line of a chart. */
export const ToggleChip = ({ on, className, ...button }: ComponentProps<'button'> & { on?: boolean }) => (
  <button type="button" className={clsx(css.chip, className)} aria-pressed={on} {...button} />
)

/** A button of the top bar, without MUI, which the first page does not wait for; `iconOnly` needs an `aria-label`. */
export const BarButton = ({
  iconOnly = false,
  className,
  ...button
}: ComponentProps<'button'> & { iconOnly?: boolean }) => (
  <button
    type="button"
    className={clsx(css.barButton, iconOnly && css.barIcon, className)}
    data-part="bar-button"
    {...button}
  />
)

import { MoonStar, Sun, SunMoon } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { chooseMode, MODE_CHOICES, type ModeChoice } from '../../kit/theme/mode.ts'
import { useModeChoice } from '../../kit/theme/useMode.ts'
import controlsCss from '../../kit/controls.module.css'
import { PickMenu } from './PickMenu.tsx'

/** Menu to choose light, dark, or the system's theme. */
export function ThemeMenu() {
  const translate = useTranslate()
  const choice = useModeChoice()
  const Icon = icons[choice]
  const options = MODE_CHOICES.map((value) => ({ value, label: translate(modeKeys[value]) }))
  return (
    <PickMenu
      label={translate('shell.theme')}
      className={controlsCss.barIcon}
      options={options}
      value={choice}
      onChange={chooseMode}
    >
      <Icon size={16} />
    </PickMenu>
  )
}

const icons = { system: SunMoon, light: Sun, dark: MoonStar } satisfies Record<ModeChoice, unknown>
/** Message key of each choice. */
export const modeKeys: Record<ModeChoice, string> = {
  system: 'shell.themeSystem',
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
}

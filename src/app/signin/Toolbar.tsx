import { ChevronDown, Languages, MoonStar, Sun, SunMoon } from 'lucide-react'
import { languageName } from '../../../i18n/language.ts'
import { LANGUAGES, type Language } from '../../../i18n/types.ts'
import { chooseMode, MODE_CHOICES, type ModeChoice } from '../../kit/theme/mode.ts'
import { useModeChoice } from '../../kit/theme/useMode.ts'
import type { Translate } from './types.ts'
import css from './signin.module.css'

interface ToolbarProps {
  t: Translate
  language: Language
  onLanguage: (language: Language) => void
}

/**
 * Language and theme. Native selects lie invisibly over the drawn ones: they work by touch, keyboard and screen reader
 * without any script.
 */
export function Toolbar({ t, language, onLanguage }: ToolbarProps) {
  const mode = useModeChoice()
  const ModeIcon = modeIcons[mode]
  return (
    <div className={css.toolbar}>
      <label className={css.pick}>
        <Languages size={16} strokeWidth={1.75} aria-hidden="true" />
        <span aria-hidden="true">{languageName[language]}</span>
        <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
        <select
          aria-label={t('signin.language')}
          value={language}
          onChange={(event) => onLanguage(event.target.value as Language)}
        >
          {LANGUAGES.map((value) => (
            <option key={value} value={value}>
              {languageName[value]}
            </option>
          ))}
        </select>
      </label>
      <label className={css.pick} title={t('signin.theme')}>
        <ModeIcon size={16} strokeWidth={1.75} aria-hidden="true" />
        <select
          aria-label={t('signin.theme')}
          value={mode}
          onChange={(event) => chooseMode(event.target.value as ModeChoice)}
        >
          {MODE_CHOICES.map((value) => (
            <option key={value} value={value}>
              {t(modeKeys[value])}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

const modeIcons = { system: SunMoon, light: Sun, dark: MoonStar } satisfies Record<ModeChoice, unknown>
const modeKeys: Record<ModeChoice, string> = {
  system: 'signin.themeSystem',
  light: 'signin.themeLight',
  dark: 'signin.themeDark',
}

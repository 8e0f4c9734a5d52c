import { Languages } from 'lucide-react'
import { useLocaleState, useTranslate } from 'ra-core'
import { isLanguage, languageName } from '../../../i18n/language.ts'
import { LANGUAGES, languageTag } from '../../../i18n/types.ts'
import { PickMenu } from './PickMenu.tsx'

const options = LANGUAGES.map((value) => ({ value, label: languageName[value], lang: languageTag[value] }))

/** Switches the language at once. */
export function LanguageMenu() {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  const language = isLanguage(locale) ? locale : 'zhCN'
  return (
    <PickMenu
      label={translate('shell.language')}
      words={languageName[language]}
      options={options}
      value={language}
      onChange={setLocale}
    >
      <Languages size={16} strokeWidth={1.75} />
      <span className="shell-button__text">{languageName[language]}</span>
    </PickMenu>
  )
}

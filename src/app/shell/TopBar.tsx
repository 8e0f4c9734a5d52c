import { clsx } from 'clsx'
import { Bell as BellIcon, Menu as MenuIcon, Presentation, Languages } from 'lucide-react'
import { useTranslate, useLocaleState } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { BarButton } from '../../kit/buttons.tsx'
import { PickMenu } from './PickMenu.tsx'
import { LANGUAGES, languageTag } from '../../../i18n/types.ts'
import { isLanguage, languageName } from '../../../i18n/language.ts'
import { isSuper, mayOpen } from '../../../resources/kit/access.ts'
import { mayRead } from '../../../resources/reads.ts'
import { ALARMS_KEY, BIG_SCREEN_KEY } from '../../../resources/pageKeys.ts'
import { useCaller, useExtensions, Logo, settled } from '../../kit/index.ts'
import { DisplayMenu } from './DisplayMenu.tsx'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from '../account/UserMenu.tsx'
import { useMyProject } from '../account/useMyProject.ts'
import controlsCss from '../../kit/controls.module.css'
import css from './shell.module.css'
import textCss from '../../kit/text.module.css'

/** Loaded after the first page: the bell requests alarms later than the page does. */
const AlarmBell = lazy(async () => {
  await settled
  return import('../../alarms/bell/AlarmBell.tsx')
})

/**
 * Name at the left, search in the middle; screens, language, theme, alarms and user at the right. `onMenu` opens the
 * drawer where there is one; a phone has language, theme and user in its tabs.
 */
export function TopBar({ phone, onMenu }: { phone: boolean; onMenu: (() => void) | null }) {
  const translate = useTranslate()
  const caller = useCaller()
  const label = translate('shell.openMenu')
  const bigScreen = translate('shell.bigScreen')
  // Alarms of the inbox have requests of their own; other alarms come with the live data.
  const works = useExtensions()?.has('alarmwork') === true && mayOpen(caller, ALARMS_KEY)
  return (
    <header className={css.top}>
      {onMenu && (
        <BarButton iconOnly aria-label={label} title={label} onClick={onMenu}>
          <MenuIcon size={20} strokeWidth={1.7} />
        </BarButton>
      )}
      <Brand />
      <div className={css.topMiddle}>
        <PaletteButton />
      </div>
      {(isSuper(caller) || mayOpen(caller, BIG_SCREEN_KEY)) && (
        <Link
          to="/BigScreen"
          className={clsx(controlsCss.barButton, css.displays)}
          data-part="bar-button"
          aria-label={bigScreen}
          title={bigScreen}
        >
          <Presentation size={16} aria-hidden />
          <span className={css.barText}>{bigScreen}</span>
        </Link>
      )}
      <DisplayMenu />
      {!phone && (
        <>
          <span className={css.topRule} />
          <LanguageMenu />
          <ThemeMenu />
        </>
      )}
      {(works || mayRead(caller, 'live')) && (
        <Suspense
          fallback={
            <span className={clsx(controlsCss.barButton, controlsCss.barIcon)} data-part="bar-button" aria-hidden>
              <BellIcon size={16} />
            </span>
          }
        >
          <AlarmBell />
        </Suspense>
      )}
      {!phone && <UserMenu />}
    </header>
  )
}

const options = LANGUAGES.map((value) => ({ value, label: languageName[value], lang: languageTag[value] }))

/** Menu that switches the language at once. */
function LanguageMenu() {
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
      <Languages size={16} />
      <span className={css.barText}>{languageName[language]}</span>
    </PickMenu>
  )
}

/** Name of the console: the caller's project with its logo (spec 1 §2.4), otherwise the product. */
export function Brand() {
  const translate = useTranslate()
  const { data } = useMyProject()
  const [broken, setBroken] = useState<string | null>(null)
  const name = data?.name || translate('shell.product')
  const logo = data?.ico && data.ico !== broken ? data.ico : null
  return (
    <Link to="/" className={css.brand} data-part="brand" title={name}>
      {logo ? (
        <img className={css.brandLogo} src={logo} alt="" width={24} height={24} onError={() => setBroken(logo)} />
      ) : (
        <Logo />
      )}
      <span className={clsx(textCss.ellipsis, css.brandName)}>{name}</span>
    </Link>
  )
}

// The script of offline.html: one language of the three, the chosen theme, and back to the page that was asked for as soon as the server answers.

const tags = { zhCN: 'zh-CN', zhTW: 'zh-TW', zhEN: 'en' }
const tag = tags[stored('language')] ?? guessed()
const theme = stored('theme')
const root = document.documentElement

if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
root.lang = tag
for (const section of document.querySelectorAll('section')) {
  section.hidden = section.lang !== tag
  if (section.hidden) continue
  document.title = section.dataset.title ?? document.title
  section.setAttribute('role', 'alert')
}
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload())
addEventListener('online', tryAgain)
setInterval(tryAgain, 5000)

/** A load that cannot succeed would only flicker: the server is asked first. */
async function tryAgain() {
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}

function stored(key) {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function guessed() {
  if (!navigator.language.startsWith('zh')) return 'en'
  return /TW|HK|MO|Hant/i.test(navigator.language) ? 'zh-TW' : 'zh-CN'
}

import type { Locator, Page } from 'playwright-core'

/** The sign-in page. Texts are those of zhCN, the default language. */
export class SignInPage {
  readonly username: Locator
  readonly password: Locator
  readonly captcha: Locator
  readonly submit: Locator
  readonly nextCaptcha: Locator
  readonly language: Locator
  readonly theme: Locator
  constructor(readonly page: Page) {
    this.username = page.locator('input[name=username]')
    this.password = page.locator('input[name=password]')
    this.captcha = page.locator('input[name=captcha]')
    this.submit = page.locator('button[type=submit]')
    this.nextCaptcha = page.getByRole('button', { name: '换一张' })
    this.language = page.getByRole('combobox', { name: '语言' })
    this.theme = page.getByRole('combobox', { name: '主题' })
  }

  async open(): Promise<void> {
    await this.page.goto('/login')
    await this.username.waitFor()
  }

  /** Fills in and submits the form; opens the sign-in page first where the page is still blank. */
  async signIn(username: string, password: string, captcha = 'test'): Promise<void> {
    if (this.page.url() === 'about:blank') await this.open()
    await this.username.fill(username)
    await this.password.fill(password)
    await this.captcha.fill(captcha)
    await this.submit.click()
  }
}

/** The frame around every page of the console. */
export class Shell {
  readonly menu: Locator
  readonly user: Locator
  readonly denied: Locator
  constructor(readonly page: Page) {
    this.menu = page.getByRole('navigation', { name: '主菜单' })
    this.user = page.getByRole('button', { name: /^用户菜单/ })
    this.denied = page.getByText('没有权限', { exact: true })
  }

  async signOut(): Promise<void> {
    await this.user.click()
    await this.page.getByRole('menuitem', { name: '退出登录' }).click()
  }

  /** Picks an entry of one of the top bar's menus (language, theme); `menu` is its label in the current language. */
  async pick(menu: string, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${menu}(:|$)`) }).click()
    await this.page.getByRole('menuitemradio', { name: entry, exact: true }).click()
  }
}

/** The page /, where most users begin. */
export class DashboardPage {
  /**
   * The first region: air where the platform judges values, otherwise the panel of one device; visible once the figures
   * are.
   */
  readonly live: Locator
  constructor(readonly page: Page) {
    this.live = page.getByRole('region', { name: /^(空气|设备实况)$/ }).first()
  }
}

/** /monitor/data, list mode, as cards. */
export class MonitorPage {
  readonly devices: Locator
  readonly search: Locator
  constructor(readonly page: Page) {
    this.devices = page.getByRole('article')
    this.search = page.getByRole('searchbox', { name: '搜索设备' })
  }

  async open(): Promise<void> {
    await this.page.goto('/monitor/data')
    await this.devices.first().waitFor()
  }

  /** Opens the page through the menu from any page, as a user does who has just signed in. */
  async fromMenu(): Promise<void> {
    await this.page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '实时数据' }).click()
    await this.devices.first().waitFor()
  }

  device(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true })
  }

  /** Searches for the device of that name and returns its card. */
  async find(name: string): Promise<Locator> {
    await this.search.fill(name)
    await this.search.press('Enter')
    const device = this.device(name)
    await device.waitFor()
    return device
  }
}

/** A generic list, its dialog and its confirmation. */
export class ListPage {
  readonly dialog: Locator
  /** The confirmation before something is lost. */
  readonly question: Locator
  readonly search: Locator
  readonly save: Locator
  constructor(
    readonly page: Page,
    readonly path: string,
    readonly noun: string,
  ) {
    this.dialog = page.getByRole('dialog')
    this.question = page.getByRole('alertdialog')
    this.search = page.getByRole('searchbox', { name: /^搜索/ })
    this.save = this.dialog.getByRole('button', { name: '保存', exact: true })
  }

  async open(): Promise<void> {
    await this.page.goto(this.path)
    await this.page.getByRole('table').waitFor()
  }

  /** Opens the dialog for a new record. */
  async create(): Promise<void> {
    await this.page.getByRole('button', { name: `新建${this.noun}`, exact: true }).click()
    await this.dialog.waitFor()
  }

  async edit(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `编辑 ${name}`, exact: true }).click()
    await this.dialog.waitFor()
  }

  /** Deletes a record, and confirms the question. */
  async remove(name: string): Promise<void> {
    await this.more(name, `删除${this.noun}`)
    await this.question.getByRole('button', { name: '删除', exact: true }).click()
    await this.question.waitFor({ state: 'hidden' })
  }

  /** Chooses an entry of a row's menu. */
  async more(name: string, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: `${name} 的更多操作`, exact: true }).click()
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text })
  }

  field(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: label, exact: true })
  }

  /** Chooses an option of a list in the dialog. */
  async choose(label: string, option: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }
}

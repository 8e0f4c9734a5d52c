/** The style sheet of the binding page: served separately, because no page of this server has inline style. */
export const style = `:root { color-scheme: light dark; font-family: system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(100%, 26rem); padding: 2rem 1.5rem; text-align: center; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; }
p { margin: 0 0 2rem; line-height: 1.6; overflow-wrap: anywhere; }
button { width: 100%; min-height: 3rem; border: 0; border-radius: 0.5rem; background: #3D50CC; color: #fff; font: inherit; font-size: 1.0625rem; }
button:focus-visible { outline: 3px solid #A3B0FF; outline-offset: 2px; }
`

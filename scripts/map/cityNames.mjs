// Names of the demo's city in Traditional Chinese (Taiwan) and English; scripts/map/city.mjs adds them to the drawing.
const rows = `
民心河|民心河|Minxin River
太平河|太平河|Taiping River
滹沱河|滹沱河|Hutuo River
西三庄街|西三莊街|Xisanzhuang Street
珠江大道|珠江大道|Zhujiang Avenue
长江大道|長江大道|Changjiang Avenue
维明大街|維明大街|Weiming Street
平安大街|平安大街|Ping'an Street
青园街|青園街|Qingyuan Street
翟营大街|翟營大街|Zhaiying Street
北二环外路|北二環外路|North 2nd Ring Outer Road
南二环|南二環|South 2nd Ring
二环路|二環路|2nd Ring Road
三环路|三環路|3rd Ring Road
塔南路|塔南路|Tanan Road
新华路|新華路|Xinhua Road
光华路|光華路|Guanghua Road
槐中路|槐中路|Huaizhong Road
东岗路|東崗路|Donggang Road
南三条|南三條|Nansantiao
友谊大街|友誼大街|Youyi Street
中华大街|中華大街|Zhonghua Street
建设大街|建設大街|Jianshe Street
体育大街|體育大街|Tiyu Street
谈固大街|談固大街|Tangu Street
天山大街|天山大街|Tianshan Street
和平路|和平路|Heping Road
中山路|中山路|Zhongshan Road
裕华路|裕華路|Yuhua Road
槐安路|槐安路|Huaian Road
仓丰路|倉豐路|Cangfeng Road
太行大街|太行大街|Taihang Street
迎旭大街|迎旭大街|Yingxu Street
京港澳高速|京港澳高速公路|Beijing–Hong Kong–Macao Expressway
石黄高速|石黃高速公路|Shijiazhuang–Huanghua Expressway
张石高速|張石高速公路|Zhangjiakou–Shijiazhuang Expressway
太行高速|太行高速公路|Taihang Expressway
黄石北线|黃石北線|Huangshi North Line
衡井线|衡井線|Hengjing Line
植物园|植物園|Botanical Garden
滹沱河生态公园|滹沱河生態公園|Hutuo River Park
世纪公园|世紀公園|Century Park
平安公园|平安公園|Ping'an Park
体育公园|體育公園|Sports Park
西山森林公园|西山森林公園|Xishan Forest Park
龙泉湖公园|龍泉湖公園|Longquan Lake Park
南湖公园|南湖公園|South Lake Park
长安公园|長安公園|Changan Park
高新湿地|高新濕地|Gaoxin Wetland
石家庄市|石家莊市|Shijiazhuang
长安区|長安區|Changan District
桥西区|橋西區|Qiaoxi District
新华区|新華區|Xinhua District
裕华区|裕華區|Yuhua District
正定新区|正定新區|Zhengding New Area
鹿泉区|鹿泉區|Luquan District
藁城区|藁城區|Gaocheng District
栾城区|欒城區|Luancheng District
高新区|高新區|High-tech Zone
元氏|元氏|Yuanshi
灵寿|靈壽|Lingshou
新乐|新樂|Xinle
赵县|趙縣|Zhaoxian
无极|無極|Wuji
井陉|井陘|Jingxing
`
/** [zhTW, zhEN] by the name in the drawing. */
export const names = Object.fromEntries(
  rows
    .trim()
    .split('\n')
    .map((row) => row.split('|'))
    .map(([zhCN, zhTW, zhEN]) => [zhCN, [zhTW, zhEN]]),
)

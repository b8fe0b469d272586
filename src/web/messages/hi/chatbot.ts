import { ai } from './chatbot/ai.ts'
import { builder } from './chatbot/builder.ts'
import { canvas } from './chatbot/canvas.ts'
import { chat } from './chatbot/chat.ts'
import { flows } from './chatbot/flows.ts'
import { form } from './chatbot/form.ts'
import { rules } from './chatbot/rules.ts'
import { settings } from './chatbot/settings.ts'
import { summary } from './chatbot/summary.ts'
import { test } from './chatbot/test.ts'
import { way } from './chatbot/way.ts'

export const chatbot = {
  title: 'चैटबॉट',
  lede: 'बॉट खुद जवाब देता है। कब शुरू हो, यह आप तय करते हैं।',
  week: 'बॉट ने 7 दिनों में {messages, plural, one {# संदेश} other {# संदेशों}} में से <b>{answered, number}</b> का जवाब दिया। {handedOver, plural, =0 {} one {<b>#</b> व्यक्ति आपकी टीम को सौंपा गया।} other {<b>#</b> लोग आपकी टीम को सौंपे गए।}}',
  newFlow: 'नया फ़्लो',
  addRule: 'नियम जोड़ें',
  notSaved: 'यह सहेजा नहीं गया। फिर कोशिश करें।',
  kind: '{kind, select, start {कब शुरू होता है} text {टेक्स्ट भेजें} media {फ़ाइल भेजें} buttons {बटन भेजें} list {सूची भेजें} template {टेम्पलेट भेजें} question {प्रश्न पूछें} condition {शर्त} tag {टैग} field {फ़ील्ड भरें} assign {सौंपें} note {नोट जोड़ें} flow {फ़्लो शुरू करें} wait {प्रतीक्षा} http {पता कॉल करें} ai {AI जवाब} hand_over {व्यक्ति को दें} other {समाप्त}}',
  part: '{part, select, name {नाम} kind {प्रकार} text {टेक्स्ट} media {फ़ाइल का प्रकार} file_id {अपलोड की गई फ़ाइल} link {फ़ाइल का पता} caption {कैप्शन} file_name {फ़ाइल का नाम} timeout_minutes {जवाब का समय} buttons {बटन} button {सूची खोलने वाला बटन} rows {पंक्तियाँ} variable {वेरिएबल} template {टेम्पलेट} language {भाषा} parameters {टेम्पलेट वेरिएबल} answer {जवाब का प्रकार} choices {जवाब} repeat_text {जब जवाब सही न हो} min {न्यूनतम} max {अधिकतम} of {क्या तय करता है} change {क्या करें} tag {टैग} field {फ़ील्ड} value {मान} user_id {किसे सौंपें} flow_id {फ़्लो} minutes {समय} method {तरीका} url {पता} headers {हेडर} body {क्या भेजा जाता है} outputs {क्या रखें} question {प्रश्न} other {{part}}}',
  problem:
    '{code, select, no_start {शुरुआत को पहले चरण से जोड़ें।} same_id {दो चरणों की ID एक है। एक हटाएँ।} unknown_step {"{way}" हटाए गए चरण पर जाता है। दूसरा चुनें।} unknown_port {एक रास्ता किसी का नहीं है। फिर से जोड़ें।} dead_end {"{way}" कहीं नहीं जाता। अगला चरण चुनें।} unreachable {जुड़ा नहीं है। कोई चरण यहाँ नहीं आता।} endless {यह बिना अंत घूमता है। प्रश्न या प्रतीक्षा जोड़ें।} missing_variable {"{variable}" हर रास्ते पर पता नहीं है। पहले पूछें।} text_missing {टेक्स्ट लिखें।} text_too_long {टेक्स्ट लंबा है। WhatsApp {most, number} अक्षर लेता है।} no_buttons {बटन जोड़ें।} too_many_buttons {WhatsApp अधिकतम {most, number} बटन लेता है।} no_rows {पंक्ति जोड़ें।} too_many_rows {WhatsApp अधिकतम {most, number} पंक्तियाँ लेता है।} title_missing {हर विकल्प का शीर्षक लिखें।} title_too_long {शीर्षक में अधिकतम {most, number} अक्षर होते हैं।} description_too_long {विवरण में अधिकतम {most, number} अक्षर होते हैं।} same_title {दो विकल्पों का शीर्षक एक है। एक बदलें।} no_choices {कम से कम दो जवाब लिखें।} range {न्यूनतम मान अधिकतम से बड़ा है। एक बदलें।} address {https:// से शुरू होने वाला पता लिखें।} file_missing {फ़ाइल चुनें, या https:// से शुरू होने वाला पता लिखें।} not_json {यह सही JSON नहीं है। अल्पविराम और उद्धरण जाँचें।} template_missing {WhatsApp में यह टेम्पलेट नहीं है। दूसरा चुनें।} template_not_sendable {{reason}} template_variables {इस टेम्पलेट में {count, plural, one {# वेरिएबल है} other {# वेरिएबल हैं}}। इसे फिर से चुनें और भरें।} secret_missing {हेडर {header} का सीक्रेट दर्ज करें।} secret_elsewhere {हेडर {header} का सीक्रेट फिर से दर्ज करें: पता बदल गया है।} ai_off {AI जवाब बंद हैं। उन्हें AI जवाब टैब में चालू करें।} other {कुछ छूटा है। यह चरण भरें।}}',
  canvas,
  builder,
  test,
  way,
  summary,
  rules,
  flows,
  ai,
  form,
  chat,
  settings,
}

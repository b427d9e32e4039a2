/** The texts in languages that the agent doesn't speak: it says so, asks how to reach the visitor, and thanks them. */
export const FOREIGN = {
  fr: {
    name: 'French',
    ask: "Je peux seulement écrire en anglais et en espagnol, mais j'ai prévenu l'équipe. Envoyez-moi votre nom et votre numéro de téléphone, et quelqu'un vous contactera.",
    thanks: "Merci, je l'ai transmis à l'équipe.",
  },
  pt: {
    name: 'Portuguese',
    ask: 'Só posso escrever em inglês e espanhol, mas já avisei a equipe. Envie seu nome e seu número de telefone, e alguém entrará em contato.',
    thanks: 'Obrigado, já passei à equipe.',
  },
  de: {
    name: 'German',
    ask: 'Ich kann nur auf Englisch und Spanisch schreiben, aber ich habe dem Team Bescheid gegeben. Schicken Sie mir bitte Ihren Namen und Ihre Telefonnummer, dann meldet sich jemand bei Ihnen.',
    thanks: 'Danke, ich habe es an das Team weitergegeben.',
  },
  it: {
    name: 'Italian',
    ask: 'Posso scrivere solo in inglese e in spagnolo, ma ho avvisato la squadra. Mi mandi il suo nome e il suo numero di telefono, e qualcuno la contatterà.',
    thanks: 'Grazie, ho passato il messaggio alla squadra.',
  },
  zh: {
    name: 'Chinese',
    ask: '我只能用英语和西班牙语聊天，但我已经通知了团队。请留下您的姓名和电话号码，我们会有人与您联系。',
    thanks: '谢谢，我已经转告团队。',
  },
  ja: {
    name: 'Japanese',
    ask: '英語とスペイン語でのみ対応できますが、スタッフに伝えました。お名前とお電話番号をお知らせください。担当者からご連絡いたします。',
    thanks: 'ありがとうございます。スタッフに伝えました。',
  },
  ko: {
    name: 'Korean',
    ask: '저는 영어와 스페인어로만 대화할 수 있지만, 팀에 알렸습니다. 성함과 전화번호를 남겨 주시면 담당자가 연락드리겠습니다.',
    thanks: '감사합니다. 팀에 전달했습니다.',
  },
  vi: {
    name: 'Vietnamese',
    ask: 'Tôi chỉ có thể trò chuyện bằng tiếng Anh và tiếng Tây Ban Nha, nhưng tôi đã báo cho nhóm. Xin cho biết tên và số điện thoại, sẽ có người liên lạc với quý vị.',
    thanks: 'Cảm ơn, tôi đã chuyển cho nhóm.',
  },
  tl: {
    name: 'Tagalog',
    ask: 'Ingles at Espanyol lang po ang kaya kong gamitin, pero sinabihan ko na ang team. Pakibigay po ang inyong pangalan at numero ng telepono, at may makikipag-ugnayan sa inyo.',
    thanks: 'Salamat po, naipasa ko na ito sa team.',
  },
  ru: {
    name: 'Russian',
    ask: 'Я могу общаться только на английском и испанском, но я сообщил сотрудникам. Напишите, пожалуйста, ваше имя и номер телефона, и с вами свяжутся.',
    thanks: 'Спасибо, я передал это сотрудникам.',
  },
  ar: {
    name: 'Arabic',
    ask: 'يمكنني المحادثة بالإنجليزية والإسبانية فقط، لكنني أبلغت الفريق. من فضلك أرسل اسمك ورقم هاتفك، وسيتواصل معك أحد الموظفين.',
    thanks: 'شكرًا، لقد نقلت رسالتك إلى الفريق.',
  },
  pl: {
    name: 'Polish',
    ask: 'Mogę pisać tylko po angielsku i hiszpańsku, ale zawiadomiłem zespół. Proszę podać imię i numer telefonu, a ktoś się z Państwem skontaktuje.',
    thanks: 'Dziękuję, przekazałem to zespołowi.',
  },
  ht: {
    name: 'Haitian Creole',
    ask: 'Mwen ka ekri sèlman an anglè ak panyòl, men mwen avize ekip la. Tanpri voye non ou ak nimewo telefòn ou, epi yon moun ap kontakte ou.',
    thanks: 'Mèsi, mwen pase sa bay ekip la.',
  },
  hi: {
    name: 'Hindi',
    ask: 'मैं केवल अंग्रेज़ी और स्पैनिश में बात कर सकता हूँ, लेकिन मैंने टीम को बता दिया है। कृपया अपना नाम और फ़ोन नंबर भेजें, कोई आपसे संपर्क करेगा।',
    thanks: 'धन्यवाद, मैंने इसे टीम तक पहुँचा दिया है।',
  },
  uk: {
    name: 'Ukrainian',
    ask: "Я можу спілкуватися лише англійською та іспанською, але я повідомив команду. Напишіть, будь ласка, ваше ім'я та номер телефону, і з вами зв'яжуться.",
    thanks: 'Дякую, я передав це команді.',
  },
  tr: {
    name: 'Turkish',
    ask: 'Yalnızca İngilizce ve İspanyolca yazışabiliyorum, ama ekibe haber verdim. Lütfen adınızı ve telefon numaranızı yazın, biri sizinle iletişime geçecek.',
    thanks: 'Teşekkürler, ekibe ilettim.',
  },
  nl: {
    name: 'Dutch',
    ask: 'Ik kan alleen in het Engels en Spaans chatten, maar ik heb het team ingelicht. Stuur uw naam en telefoonnummer, dan neemt iemand contact met u op.',
    thanks: 'Dank u, ik heb het aan het team doorgegeven.',
  },
  ro: {
    name: 'Romanian',
    ask: 'Pot scrie doar în engleză și spaniolă, dar am anunțat echipa. Vă rog să trimiteți numele și numărul de telefon, iar cineva vă va contacta.',
    thanks: 'Mulțumesc, am transmis echipei.',
  },
  sv: {
    name: 'Swedish',
    ask: 'Jag kan bara skriva på engelska och spanska, men jag har meddelat teamet. Skicka ditt namn och telefonnummer, så hör någon av sig.',
    thanks: 'Tack, jag har skickat det vidare till teamet.',
  },
  fa: {
    name: 'Farsi',
    ask: 'من فقط به انگلیسی و اسپانیایی می‌توانم گفتگو کنم، اما به تیم خبر دادم. لطفاً نام و شماره تلفن خود را بفرستید تا با شما تماس بگیرند.',
    thanks: 'متشکرم، پیام شما را به تیم رساندم.',
  },
  he: {
    name: 'Hebrew',
    ask: 'אפשר לכתוב כאן רק באנגלית ובספרדית, אבל הודעתי לצוות. אנא שלחו שם ומספר טלפון, ומישהו יחזור אליכם.',
    thanks: 'תודה, העברתי את ההודעה לצוות.',
  },
} as const satisfies Record<string, { name: string; ask: string; thanks: string }>

export type Foreign = keyof typeof FOREIGN

/** Words in names of people, most frequent first. */
export interface NameCulture {
  /** ISO 3166, most frequent first. */
  readonly countries: string;
  readonly male: string;
  readonly female: string;
  readonly family: string;
  /** Rarer family names consist of a stem and an ending. */
  readonly stems: string;
  readonly endings: string;
  readonly particles: string;
  /** Whether the family name comes first. */
  readonly isFamilyFirst: boolean;
  /** Usual number of given names and of family names. */
  readonly given: number;
  readonly families: number;
}

/** Common names of many cultures in Latin letters, as lists write them. Combinations do not refer to real people. */
export const nameCultures: readonly NameCulture[] = [
  {
    countries: 'SY IQ EG JO LB LY YE SA',
    male: 'Mohammed Ahmed Ali Hassan Hussein Mahmoud Ibrahim Khaled Omar Abdullah Yousef Mustafa Salim Tariq Samir Faisal Bilal Jamal Nabil Walid Karim Rashid Hamza Saleh Majid Fadi Ziad Munir Anwar Adnan Basim Haitham Imad Jabir Kamal Luay Marwan Nasser Qasim Raed',
    female:
      'Fatima Aisha Maryam Zainab Khadija Layla Nour Hala Amina Samira Huda Rania Salma Dina Ruqayya Suad Wafa Yasmin Iman Nadia',
    family:
      'Hassan Ali Ahmed Ibrahim Khalil Saleh Mansour Haddad Najjar Khoury Shami Masri Baghdadi Halabi Tikriti Jabouri Dulaimi Obeidi Zubaidi Hamdan Sabbagh Qasim Rahman Saleem Nasser Aziz Karim Hamid Faraj Darwish Attar Sayegh Kurdi Turk Hijazi',
    stems:
      'Barr Jaw Shahr Qahtan Ghamd Utaib Harb Mutair Zahran Balaw Juhan Shamr Dosar Anaz Subai Ruwail Hawait Maliki Asir Najran Tamim Khazraj Aws Bakr Taghlib Hudhal Kinan Muzan',
    endings: 'i ani awi ari iyah ouri aydi ouni',
    particles: 'al- Al- El ben abu bin',
    isFamilyFirst: false,
    given: 2,
    families: 1,
  },
  {
    countries: 'IR AF TJ',
    male: 'Mohammad Ali Reza Hossein Mehdi Hassan Amir Mahmoud Abbas Javad Majid Saeed Hamid Behrouz Farhad Kamran Davood Ebrahim Esmail Gholam Hamidreza Iraj Jalal Karim Masoud Mojtaba Naser Omid Parviz Qasem Rahim Siamak Teymour Vahid Yaser Zabihollah',
    female:
      'Zahra Fatemeh Maryam Leila Shirin Nasrin Parvin Soraya Azadeh Roya Mina Narges Simin Mahsa Golnaz Farah Ziba Elham Niloufar Shohreh',
    family:
      'Ahmadi Mohammadi Hosseini Karimi Rezaei Moradi Jafari Rahimi Hashemi Ebrahimi Mousavi Sadeghi Akbari Kazemi Ghasemi Heidari Najafi Soltani Rostami Nazari Bagheri Amini Shirazi Tabrizi Isfahani Tehrani Yazdani Kermani Noori Safavi',
    stems:
      'Golest Khorras Daryab Farrokh Behnam Shahr Zand Qoresh Mehr Nader Pour Jahang Taher Rasht Gilan Mazand Lorest Kurdest Bahar Sepehr Arash Keyv',
    endings: 'ani zadeh pour nejad abadi ian far doust khah manesh',
    particles: '',
    isFamilyFirst: false,
    given: 1,
    families: 1,
  },
  {
    countries: 'RU BY KZ UZ',
    male: 'Alexander Sergei Vladimir Andrei Alexei Dmitry Mikhail Nikolai Igor Oleg Yuri Viktor Pavel Maxim Evgeny Ivan Konstantin Roman Anatoly Boris Denis Grigory Kirill Leonid Artem Vadim Valery Vyacheslav Stanislav Ruslan Timur Gennady Fyodor Semyon Arkady Gleb',
    female:
      'Elena Olga Natalia Tatiana Irina Svetlana Anna Maria Ekaterina Yulia Galina Marina Larisa Lyudmila Nina Oksana Vera Ksenia Polina Alla',
    family:
      'Ivanov Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov Morozov Volkov Alekseev Lebedev Semenov Egorov Pavlov Kozlov Stepanov Nikolaev Orlov Andreev Makarov Nikitin Zakharov Zaitsev Soloviev Borisov Yakovlev Grigoriev Romanov Vorobiev Sergeev Kiselev',
    stems:
      'Berez Krasn Chern Beloz Zvyag Trub Mel Gor Step Lug Dub Sosn Bystr Tikh Grom Sever Yuzh Vostok Kamen Ozer Polev Lesn Kuryak Shap Voron Golub Zhurav Rybal Kolesn Sadov',
    endings: 'ov ev in sky kin enkov ovsky yaev nikov chuk',
    particles: '',
    isFamilyFirst: false,
    given: 2,
    families: 1,
  },
  {
    countries: 'UA PL CZ SK',
    male: 'Oleksandr Andriy Serhiy Volodymyr Mykola Ivan Petro Taras Bohdan Yaroslav Jan Piotr Krzysztof Andrzej Tomasz Pawel Marek Michal Jakub Adam Jiri Josef Pavel Martin Tomas Lukas Vaclav Zdenek Ondrej Milan',
    female:
      'Olena Oksana Iryna Nadiya Anna Maria Katarzyna Malgorzata Agnieszka Barbara Ewa Zofia Jana Eva Hana Lenka Petra Lucie Veronika Zuzana',
    family:
      'Kovalenko Bondarenko Shevchenko Tkachenko Kravchenko Melnyk Nowak Kowalski Wisniewski Wojcik Kaminski Lewandowski Zielinski Novak Svoboda Dvorak Cerny Prochazka Kucera Vesely Horak Nemec Marek Pospisil Hajek Kral Horvath Kovac',
    stems:
      'Hryts Pol Lys Zab Kost Mazur Wron Sok Dobr Jas Kras Kwiat Lip Ogrod Piask Rud Star Wod Zaj Dom Brzez Olsz Klim Panch',
    endings: 'enko chuk iak owski ewicz inski ak ek ovic icky',
    particles: '',
    isFamilyFirst: false,
    given: 1,
    families: 1,
  },
  {
    countries: 'CN HK TW SG',
    male: 'Wei Jun Ming Hui Jian Feng Qiang Lei Yong Gang Tao Bo Hao Peng Chao Kai Long Bin Dong Zhiqiang Jianguo Guoqiang Xiaoming Weidong Haibo Zhenhua Yiming Zihao Wenjie Chengwei',
    female: 'Fang Na Xiuying Min Jing Li Yan Juan Xia Ling Hong Mei Yan Ting Ying Xiaohong Lihua Yuzhen Shuhua Meiling',
    family:
      'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Song Tang Deng Han Feng Cao Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu Du',
    stems: 'Ou Si Shang Zhu Huang Dong Mu Gong Xia Ling',
    endings: 'yang ma guan ge fu fang rong sun hou hu',
    particles: '',
    isFamilyFirst: true,
    given: 1,
    families: 1,
  },
  {
    countries: 'KP KR',
    male: 'Jong-il Kwang-su Myong-chol Yong-ho Chol-min Song-nam Hyok-chol Tong-hun Kyong-ho Sang-jin Min-jun Ji-hoon Sung-min Jae-won Hyun-woo Dong-hyun Ki-nam Pyong-il Chang-su In-chol',
    female: 'Yong-suk Kum-hui Sun-hui Myong-sun Ji-young Min-seo Su-bin Hye-jin Eun-ju Kyong-hui',
    family:
      'Kim Ri Pak Choe Jong Kang Cho Yun Jang Rim Han O So Sin Kwon Hwang An Song Ryu Hong Jon Ko Mun Son Yang Pae Paek Ho No Nam',
    stems: 'Sa Nam Hwang Tok Jega Son',
    endings: 'gong bo ko u',
    particles: '',
    isFamilyFirst: true,
    given: 1,
    families: 1,
  },
  {
    countries: 'MX CO VE ES CU AR PE',
    male: 'José Juan Luis Carlos Jesús Antonio Francisco Miguel Manuel Pedro Alejandro Jorge Ricardo Fernando Eduardo Rafael Javier Sergio Roberto Daniel Martín Raúl Arturo Enrique Hugo Gerardo Óscar Alfredo Guillermo Julio César Víctor Gustavo Iván Joaquín Ignacio Rubén',
    female:
      'María Guadalupe Juana Margarita Rosa Carmen Ana Teresa Patricia Leticia Elena Gloria Silvia Martha Lucía Isabel Beatriz Claudia Verónica Alicia',
    family:
      'Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Jiménez Reyes Díaz Torres Gutiérrez Ruiz Mendoza Aguilar Ortiz Castillo Moreno Romero Álvarez Chávez Rivera Juárez Ramos Domínguez Herrera Medina Castro Vargas Guzmán Velázquez Muñoz Rojas',
    stems:
      'Arro Beltr Cald Escob Font Guerr Iba Lar Mont Nav Olm Pal Quint Robl Salaz Tabo Urib Valdi Zamb Corr Fuen Maldon Peral Villal',
    endings: 'eda ero án ares ez illo ana ales oya era uela ado',
    particles: 'de la del de',
    isFamilyFirst: false,
    given: 2,
    families: 2,
  },
  {
    countries: 'BR PT AO MZ',
    male: 'José João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Raimundo Rodrigo Manoel Mateus André Fernando Fábio Leonardo Gustavo Guilherme Leandro Tiago Anderson Ricardo Márcio Jorge Sebastião Alexandre Roberto Edson Diego Vitor Sérgio',
    female:
      'Maria Ana Francisca Antônia Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana',
    family:
      'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Pinto Cavalcanti Moura Campos',
    stems:
      'Figuer Olivar Pinh Carvalh Nogu Per Cast Macie Laranj Cerqu Ferr Olh Palm Vidig Tavar Sald Quinh Bitt Bragan Meir',
    endings: 'eira edo eiro al es anha oso ão ela inho ais encourt',
    particles: 'de da dos do e',
    isFamilyFirst: false,
    given: 2,
    families: 2,
  },
  {
    countries: 'PK IN BD LK',
    male: 'Muhammad Ali Ahmed Imran Usman Bilal Hamza Asif Tariq Zahid Rajesh Suresh Ramesh Amit Sanjay Vijay Ravi Anil Sunil Manoj Deepak Rakesh Ashok Arun Vikram Arjun Rahul Rohit Abdul Shahid Nasir Iqbal Javed Farooq Khalid Mahesh Naresh Dinesh Prakash Ganesh',
    female:
      'Fatima Ayesha Sana Zainab Priya Sunita Anita Kavita Pooja Neha Lakshmi Radha Meena Rekha Asha Shabana Nasreen Farzana Rubina Saima',
    family:
      'Khan Ahmed Ali Hussain Shah Malik Butt Chaudhry Sheikh Qureshi Kumar Singh Sharma Verma Gupta Patel Reddy Rao Nair Iyer Das Ghosh Banerjee Mukherjee Joshi Mehta Yadav Mishra Pandey Rahman Hossain Islam Uddin Miah Perera Fernando Silva Afridi Orakzai Mehsud',
    stems:
      'Yusuf Bangash Khatt Durr Tareen Barak Wazir Chand Ram Krishn Venkat Subram Raghav Gopal Bhatt Chakra Dev Jaya Narayan Vish Mahal Sen Kul',
    endings: 'zai ani wal kar an swamy aya varty gupta wani pal nathan ekar',
    particles: '',
    isFamilyFirst: false,
    given: 1,
    families: 1,
  },
  {
    countries: 'NG GH SN ML CM',
    male: 'Ibrahim Musa Abubakar Usman Suleiman Chinedu Emeka Ifeanyi Oluwaseun Tunde Kwame Kofi Yaw Mamadou Ousmane Moussa Amadou Cheikh Abdoulaye Boubacar Samuel Emmanuel Joseph Daniel Peter Sani Garba Yusuf Bello Aliyu',
    female:
      'Fatima Aisha Hauwa Zainab Ngozi Chioma Adaeze Funmilayo Abena Akosua Aminata Mariama Awa Ndeye Grace Blessing Mercy Esther Halima Rakiya',
    family:
      'Ibrahim Musa Abubakar Mohammed Okafor Okonkwo Eze Nwosu Adeyemi Balogun Ogunleye Mensah Owusu Boateng Asante Diallo Traoré Keita Coulibaly Diop Ndiaye Fall Sow Ba Sy Camara Touré Bello Yakubu Danjuma Lawal Adamu',
    stems: 'Oko Nwa Chuk Ade Ola Olu Ayo Babat Ogun Akin Eke Uche Obi Amo Osei Kone Sang Kab Dem Cis',
    endings: 'fori nkwo unde bayo wale sanya tola nezi rinde ma are é iwu oha',
    particles: '',
    isFamilyFirst: false,
    given: 1,
    families: 1,
  },
  {
    countries: 'SO ET KE SD CD RW',
    male: 'Mohamed Abdi Hassan Ali Ahmed Omar Yusuf Abdullahi Ibrahim Osman Farah Jean-Pierre Emmanuel Faustin Callixte Innocent Joseph Daniel Tesfaye Haile Bekele Getachew John James Peter David Samuel Kamau Otieno Kipchoge',
    female:
      'Halima Fadumo Amina Hodan Asha Marie Chantal Immaculée Tigist Almaz Selam Hirut Mary Grace Wanjiru Akinyi Nyokabi Mercy Faith Joyce',
    family:
      'Mohamed Abdi Hassan Ali Ahmed Omar Warsame Farah Jama Aden Nur Hersi Tesfaye Bekele Haile Gebre Mugisha Habimana Nkurunziza Kabila Mutombo Kamau Otieno Mwangi Njoroge Kiprono Odhiambo Deng Garang Idris',
    stems: 'Ntag Niyon Mukam Habya Bizi Ngend Kag Rut Tshi Mul Kas Wam Nja Kip Chep Gebre Wolde Tekle Hagos Abd',
    endings: 'nda zima rimana kiza sekedi amba ongo uria rono ngeno mariam giorgis mikael ullahi',
    particles: '',
    isFamilyFirst: false,
    given: 2,
    families: 1,
  },
  {
    countries: 'US GB CA AU ZA IE',
    male: 'James John Robert Michael William David Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark Donald Steven Paul Andrew Joshua Kenneth Kevin Brian George Edward Ronald Timothy Jason Jeffrey Ryan',
    female:
      'Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Nancy Lisa Margaret Sandra Ashley Emily Donna Michelle Carol Amanda',
    family:
      'Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Martin Jackson Thompson White Lee Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans',
    stems:
      'Ash Brad Carl Dal East Fair Green Hart King Lang Mar Nor Oak Pem Rad South Thorn Wal West Wood Black Hawk Stan Whit',
    endings: 'ford ley ton well field wick worth ham burn combe wood ridge by son',
    particles: '',
    isFamilyFirst: false,
    given: 2,
    families: 1,
  },
  {
    countries: 'DE AT CH NL FR BE',
    male: 'Hans Peter Michael Thomas Andreas Wolfgang Klaus Jürgen Günter Stefan Christian Martin Werner Jean Pierre Michel Philippe Alain Jacques François Jan Willem Pieter Kees Henk Matthias Frank Uwe Bernd Laurent',
    female:
      'Ursula Monika Petra Sabine Renate Helga Karin Brigitte Marie Nathalie Isabelle Sylvie Catherine Françoise Anna Johanna Maria Ingrid Claudia Susanne',
    family:
      'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau de-Jong Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker',
    stems:
      'Acker Berg Brück Eich Feld Grün Hohen Kirch Linden Mühl Nieder Ober Rosen Stein Tannen Wald Wein Winter Zimmer Burk',
    endings: 'mann berg thal bauer meier feld stein bach hofer er hausen inger',
    particles: 'von van-der de',
    isFamilyFirst: false,
    given: 1,
    families: 1,
  },
  {
    countries: 'TR AZ',
    male: 'Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut Recep Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Musa Metin Orhan',
    female:
      'Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Zehra Sultan Hanife Merve Havva Zeliha Esra Özlem Yasemin Hülya Sevgi Gül',
    family:
      'Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Akın Aliyev Mammadov Hasanov Huseynov Guliyev',
    stems: 'Ak Kara Boz Demir Taş Kök Gün Yıl Er Öz Alp Bay Can Tem Toprak Uz Kır Saz Dal Çam',
    endings: 'oğlu er soy taş bulut dağ kaya türk çı han doğdu gün baş',
    particles: '',
    isFamilyFirst: false,
    given: 1,
    families: 1,
  },
  {
    countries: 'ID MY PH TH VN',
    male: 'Muhammad Agus Budi Andi Eko Joko Slamet Bambang Hendra Rizal Ahmad Ismail Rahman Hafiz Faizal Jose Antonio Ramon Ernesto Danilo Somchai Prasert Wichai Nguyen Minh Duc Hung Anh Tuan Long',
    female:
      'Siti Nur Dewi Sri Ratna Wati Aisyah Nurul Farah Maria Rosario Corazon Luz Malee Suda Linh Huong Lan Mai Thu',
    family:
      'Santoso Wijaya Susanto Hidayat Setiawan Saputra Rahman Abdullah Ismail Hassan Reyes Santos Cruz Bautista Garcia Mendoza Wongsakul Srisai Chaiyasit Nguyen Tran Le Pham Hoang Vo Dang Bui Do Ho Ngo',
    stems: 'Sudir Hardi Kusum Suryo Purno Widod Nugro Siri Ratta Thong Boon Chai Magsay Batung Dima Lacs',
    endings: 'man yanto anto adi wati ningrat porn chai sak kun bakal culangan amante on',
    particles: '',
    isFamilyFirst: false,
    given: 2,
    families: 1,
  },
];

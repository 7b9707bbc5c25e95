#![doc = include_str!(concat!(env!("OUT_DIR"), "/index.md"))]
#![doc = include_str!("index.md")]

// rustdoc sorts modules by name, so the names determine the order: `path` < `tasks` < `tools` < `words`, and the pages
// of the path have numbers. A page between `p04_…` and `p05_…` becomes `p04b_…`, because an address must never change.

// Each page follows the definitions of its links, which the build script writes.

/// Declares the pages in a folder. Each page is a module that consists of a Markdown file.
macro_rules! pages {
    ($folder:literal: $($page:ident),+ $(,)?) => {
        $(
            pub mod $page {
                #![doc = include_str!(concat!(env!("OUT_DIR"), "/", $folder, "/", stringify!($page), ".md"))]
                #![doc = include_str!(concat!($folder, "/", stringify!($page), ".md"))]
            }
        )+
    };
}

pub mod path {
    #![doc = include_str!(concat!(env!("OUT_DIR"), "/path/index.md"))]
    #![doc = include_str!("path/index.md")]

    pages! {
        "path":
        p01_first_resource,
        p02_client,
        p03_http,
        p04_planning,
        p05_validation,
        p06_nested,
        p07_import,
        p08_secrets,
        p09_errors,
        p10_tests,
        p11_upgrade,
        p12_release,
    }
}

pub mod tasks {
    #![doc = include_str!(concat!(env!("OUT_DIR"), "/tasks/index.md"))]
    #![doc = include_str!("tasks/index.md")]

    pages! {
        "tasks":
        actions,
        blocking,
        build_time,
        comparison,
        cookbook,
        data_sources,
        debugging,
        dynamic_resources,
        ephemeral_resources,
        errors,
        evidence,
        from_go,
        functions,
        json_schemas,
        large_providers,
        life,
        list_resources,
        move_from_go,
        nested,
        null_and_unknown,
        parts,
        planning,
        secrets,
        speed,
        state_stores,
        testing,
        values,
        versions,
        waiting,
    }
}

pub mod tools {
    #![doc = include_str!(concat!(env!("OUT_DIR"), "/tools/index.md"))]
    #![doc = include_str!("tools/index.md")]

    pages! {
        "tools":
        client,
        docs,
        examine,
        export,
        faults,
        files,
        inspect,
        messages,
        new,
        plan,
        program,
        protocols,
        release,
        schema,
        schemas,
        show,
        trace,
    }
}

pub mod words {
    #![doc(alias = "glossary")]
    #![doc = include_str!(concat!(env!("OUT_DIR"), "/words.md"))]
    #![doc = include_str!("words.md")]
}
